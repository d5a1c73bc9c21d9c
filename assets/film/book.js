"use strict";
// Plays a demonstration of the book in place of its picture: the page of a film in a frame, made when it is asked for.
const el = id => document.getElementById(id);
const read = id => JSON.parse(el(id).textContent);
const inside = (id, owner) => el(id).innerHTML.replaceAll(owner + "--", "");

function filmPage(name) {
  const { look, table, film } = read("film-" + name), { reach, burns, ...parts } = read("looks")[look];
  Object.assign(film, { reach, burns });
  Object.assign(parts, {
    TITLE: "", FACES: document.querySelector("style").textContent.split("\n:root")[0],
    SKY: inside(look + "--sky", look), SYMBOLS: inside(look + "--symbols", look), GROUND: inside(table, table),
    FILM: JSON.stringify(film).replaceAll("<", "\\u003c"),
  });
  return read("player").page.replace(/%([A-Z]+)%/g, (all, part) => part in parts ? parts[part] : all);
}

function play(figure, button) {
  const frame = document.createElement("iframe");
  frame.title = figure.querySelector("h5").textContent;
  frame.srcdoc = filmPage(figure.dataset.film);
  frame.onload = () => { frame.contentWindow.focus(); frame.contentDocument.getElementById("play").click(); };
  figure.querySelector(".still").after(frame);
  figure.classList.add("playing");
  button.textContent = "Close";
}
function close(figure, button) {
  figure.querySelector("iframe").remove();
  figure.classList.remove("playing");
  button.textContent = "Play";
}
for (const figure of document.querySelectorAll("figure")) {
  const button = figure.querySelector("figcaption").appendChild(document.createElement("button"));
  button.type = "button";
  button.textContent = "Play";
  button.onclick = () => figure.classList.contains("playing") ? close(figure, button) : play(figure, button);
}
addEventListener("beforeprint", () => document.querySelectorAll("section details, nav details").forEach(one => { one.open = true; }));
