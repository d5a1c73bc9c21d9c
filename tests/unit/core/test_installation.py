"""A library that is put off is loaded by the first use of its names, by a submodule too, and not by an import."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread

import pytest

from game.core.installation import PutOff, put_off


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "slow_library"
    folder.mkdir()
    (folder / "__init__.py").write_text("import time\ntime.sleep(0.01)\nimport slow_library.part\nanswer = 42\n")
    (folder / "part.py").write_text("import slow_library\nname = slow_library.__name__\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("slow_library", "slow_library.part"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    put_off(("slow_library", "no_such_library"))
    return "slow_library"


def test_an_import_loads_nothing_and_a_name_everything(library: str) -> None:
    module = __import__(library)
    assert type(module) is PutOff and f"{library}.part" not in sys.modules
    assert module.answer == 42 and module.part.name == library
    assert type(module) is not PutOff and sys.modules[library] is module
    with pytest.raises(AttributeError):
        _ = module.question


def test_a_submodule_loads_the_whole(library: str) -> None:
    part = __import__(f"{library}.part", fromlist=["name"])
    assert part.name == library and sys.modules[library].answer == 42


def test_threads_wait_until_it_is_whole(library: str) -> None:
    module, found = __import__(library), list[int]()
    threads = [Thread(target=lambda: found.append(module.answer)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [42] * 4
