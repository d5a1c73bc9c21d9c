"""Studies: points are kept as they are finished, a stopped one goes on, and all workers find the same bit for bit."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.values import Data
from game.lab.calculate import point_data
from game.lab.export import as_csv, as_json, chances_csv, figures
from game.lab.files import LabStudy, read_lab, shipped_studies
from game.lab.result import result_of
from game.lab.study import run_study
from game.lab.workers import NoWorkers, Pieces, Task, in_processes, in_this_process, on_cluster, workers


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> LabStudy:
    path = tmp_path_factory.mktemp("lab") / "small.yaml"
    path.write_text(
        "title: Small\nattackers: {groups: {standard: 1}}\ndefender: {beams: 2, pds: 3, hull: 9}\n"
        "axes: {groups: 1 to 3, screens: [0, 1]}\n",
        encoding="utf-8",
    )
    return read_lab(path)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "points").iterdir()}


class Stopped(Exception):
    """A study is killed."""


def test_it_goes_on_where_it_stopped(study: LabStudy, tmp_path: Path) -> None:
    asked: list[int] = []

    def three(task: Task, points: Pieces) -> Iterator[tuple[int, Data]]:
        for place, one in enumerate(in_this_process(task, points)):
            if place == 3:
                raise Stopped
            yield one

    def counted(task: Task, points: Pieces) -> Iterator[tuple[int, Data]]:
        asked.extend(number for number, _ in points)
        return in_this_process(task, points)

    with pytest.raises(Stopped):
        run_study(study, tmp_path / "a", three)
    before = files(tmp_path / "a")
    assert len(before) == 3
    progress: list[tuple[int, int]] = []
    results = run_study(study, tmp_path / "a", counted, lambda done, total: progress.append((done, total)))
    assert asked == [3, 4, 5] and progress == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert results == run_study(study, tmp_path / "b") and files(tmp_path / "a") == files(tmp_path / "b")
    assert before.items() <= files(tmp_path / "a").items()


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b'{"format": 0}', b"\xff"])
def test_a_spoilt_point_is_calculated_anew(study: LabStudy, tmp_path: Path, spoilt: bytes) -> None:
    run_study(study, tmp_path)
    whole = files(tmp_path)
    first = sorted(whole)[0]
    (tmp_path / "points" / first).write_bytes(spoilt)
    run_study(study, tmp_path)
    assert files(tmp_path) == whole


def test_processes_find_the_same(study: LabStudy, tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    run_study(study, tmp_path / "one")
    run_study(study, tmp_path / "two", lambda task, points: in_processes(2, task, points))
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.slow
def test_a_cluster_finds_the_same(study: LabStudy, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    run_study(study, tmp_path / "one")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        run_study(study, tmp_path / "two", lambda task, points: on_cluster(cluster.scheduler_address, task, points))
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("joblib", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    for asked, words in (({"jobs": 2}, "--jobs needs joblib"), ({"address": "tcp://x:1"}, "--dask needs distributed")):
        with pytest.raises(NoWorkers, match=words):
            workers(**asked)
    assert workers() is in_this_process


def test_exports_hold_every_digit(study: LabStudy, tmp_path: Path) -> None:
    results = run_study(study, tmp_path)
    rows = [(point, setup, found) for (point, setup), found in zip(study.points, results)]
    data = json.loads(as_json(study, rows))
    assert [tuple(map(result_of, point["results"])) for point in data["points"]] == results
    assert data["points"][0]["setup"]["groups"] == {"standard": 1} and data["axes"] == ["groups", "screens"]
    head, first, *rest = as_csv(rows).splitlines()
    assert head.startswith("groups,screens,rules,damage_mean") and "setup_pds" in head and len(rest) == 11
    assert first.split(",")[3] == repr(results[0][0].damage.mean)
    assert figures(study.points[0][1], results[0][0])["damage_per_group"] == results[0][0].damage.mean
    assert len(chances_csv(results[0]).splitlines()) == 1 + sum(
        len(spread.chances) for one in results[0] for spread in (one.damage, one.lost, one.missiles, one.heavy)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped_studies()))
def test_studies_of_the_program_run(name: str, tmp_path: Path) -> None:
    study = read_lab(shipped_studies()[name])
    assert len(run_study(study, tmp_path)) == len(study.points)


def test_a_cluster_that_cannot_go_on_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a reason in several sentences the first is told."""

    class Client:
        def __init__(self, address: str, timeout: str) -> None: ...
        def __enter__(self) -> None: ...
        def __exit__(self, *reason: object) -> None: ...
        def submit(self, *given: object, **more: object) -> None:
            raise RuntimeError("The graph is unreadable. This often\noccurs where programs differ.")

    cluster = SimpleNamespace(Client=Client, CancelledError=RuntimeError, KilledWorker=RuntimeError)
    monkeypatch.setitem(sys.modules, "distributed", cluster)
    with pytest.raises(NoWorkers, match=r"at x cannot go on: The graph is unreadable\. They need this"):
        list(on_cluster("x", point_data, [(0, read_lab(shipped_studies()["scaling"]).points[0][1])]))
