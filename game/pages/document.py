"""Self-contained HTML pages: one style sheet for dark screens and for paper, and tables. Nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: dark; --ground: #070c14; --panel: #0b121c; --line: #2e4560; --text: #dfe9f4; --muted: #93a7be;
  --white: #f5faff; --accent: #5cc8fa; --green: #5fdba0; --red: #ff6468; --violet: #b99aff; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 62rem; background: var(--ground); color: var(--text);
  font: 1.0625rem/1.55 "Source Sans Pro", "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1, h2, h3 { color: var(--white); line-height: 1.2; } h1 { font-size: 2.1rem; margin: .4rem 0; }
h2 { margin: 2.6rem 0 .5rem; padding-top: 1.4rem; border-top: 1px solid var(--line); font-size: 1.5rem; }
h3 { margin: 1.6rem 0 .5rem; } nav a + a::before { content: "· "; color: var(--muted); }
a { color: var(--accent); } nav { font-size: .95rem; } .muted { color: var(--muted); }
code { color: var(--white); background: #111c2a; padding: .1rem .4rem; border-radius: .25rem; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
figure { margin: 1.6rem 0 2.2rem; break-inside: avoid; }
figcaption { margin-top: .8rem; padding-left: .9rem; border-left: 3px solid var(--violet); }
figcaption strong { display: block; font-size: 1.25rem; color: var(--white); }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .35rem .9rem; border: 1px solid var(--line); text-align: left; }
th { background: #111c2a; color: var(--muted); font-weight: 600; }
ul.held { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
ul.held li { background: #111c2a; border: 1px solid var(--line); border-radius: .4rem; padding: .2rem .7rem; }
ul.held li.met::after { content: " \\2713"; color: var(--green); }
ul.held li.missed::after { content: " \\2717"; color: var(--red); }
ul.refused { color: var(--red); } .drawing { max-width: 40rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.1rem;
  padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: .5rem .5rem .9rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: .6rem; text-decoration: none; color: var(--text); }
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; margin: .6rem .4rem .2rem; color: var(--white); }
.cards span { display: block; margin: 0 .4rem; }
@media print { :root { color-scheme: light; --ground: #fff; --panel: #fff; --line: #aab4c0; --text: #111; --muted: #444;
  --white: #000; --accent: #04506f; --green: #0a6b3d; --red: #a3121a; --violet: #5a3aa8; }
  th, code, ul.held li { background: #f2f4f7; } }
"""


def document(title: str, body: Iterable[str], faces: str = "") -> str:
    """Return an HTML page as text. `faces` is the CSS that loads the font (see `fonts`)."""
    inner = "\n".join(body)
    return (
        f'<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{faces}{STYLE}</style>\n</head>\n<body>\n{inner}\n</body>\n</html>\n"
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table; the first row is the heading."""
    lines = ["<table>"]
    for number, row in enumerate(rows):
        cell = "td" if number else "th"
        lines.append("<tr>" + "".join(f"<{cell}>{escape(each)}</{cell}>" for each in row) + "</tr>")
    return "\n".join([*lines, "</table>"])
