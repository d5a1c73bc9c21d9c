"use strict";
// Plays the film that stands in the page: a picture is a function of the time, so that any moment can be gone to.
const film = JSON.parse(document.getElementById("film").textContent);
const el = id => document.getElementById(id);
const SVG = el("picture").namespaceURI;
const TURNING = 0.14, GROWS = 260, FADES = 600, GLIDES = 700, EDGE = 46;
const steps = film.steps;

// How everything stands after each step.
const stands = [];
let now = {};
for (const step of steps) {
  now = Object.assign({}, now, step.set || {});
  stands.push(now);
}
let winds = null, held = [];
for (const step of steps) {
  winds = step.wind = step.wind || winds;
  held = step.ropes = step.ropes || held;
}

let time = 0, playing = false, speed = 1, shown = -1, stamp = 0;

const clamp = (x, a, b) => Math.min(b, Math.max(a, x));
const eased = x => x * x * (3 - 2 * x);
const make = (kind, into, attributes) => {
  const node = document.createElementNS(SVG, kind);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  into.appendChild(node);
  return node;
};
const put = (node, name, value) => { if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value); };

function stepAt(ms) {
  let low = 0, high = steps.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle].at <= ms) low = middle; else high = middle - 1;
  }
  return low;
}

// -- where a piece is on its way ------------------------------------------------------------------------------------------

function flight(move, ms) {
  const [, way, headings, until, end, start, takes] = move;
  const share = clamp((ms - start) / takes, 0, 1), legs = Math.max(1, way.length / 2 - 1);
  const gone = Math.min(share, until), leg = Math.min(Math.floor(gone * legs), legs - 1), part = gone * legs - leg;
  const x = way[2 * leg] + (way[2 * leg + 2] - way[2 * leg]) * part, y = way[2 * leg + 1] + (way[2 * leg + 3] - way[2 * leg + 1]) * part;
  let turn = (headings[leg + 1] - headings[leg] + 360) % 360;
  if (turn > 180) turn -= 360;
  const turned = gone > 0 ? Math.min(1, part / TURNING) : 0;
  const at = share >= until ? end : [x, y], passed = way.slice(0, 2 * leg + 2);
  return { at, heading: headings[leg] + turn * eased(turned), behind: passed.concat(at) };
}

// -- the camera -----------------------------------------------------------------------------------------------------------

function camera(index, ms) {
  const size = el("board").getBoundingClientRect();
  const seen = box => {
    const scale = Math.min((size.width - 2 * EDGE) / box[2], (size.height - 2 * EDGE) / box[3]);
    return [box[0] + box[2] / 2, box[1] + box[3] / 2, Math.max(scale, 0.01)];
  };
  const to = seen(steps[index].box), from = index ? seen(steps[index - 1].box) : to, k = eased(clamp(ms / GLIDES, 0, 1));
  const scale = from[2] * Math.pow(to[2] / from[2], k), x = from[0] + (to[0] - from[0]) * k, y = from[1] + (to[1] - from[1]) * k;
  return { scale, left: size.width / 2 - x * scale, top: size.height / 2 - y * scale, wide: size.width, high: size.height };
}
const pixel = (eye, at) => [eye.left + at[0] * eye.scale, eye.top + at[1] * eye.scale];
const grown = eye => film.cells ? clamp(eye.scale / 47, 0.5, 1.5) : clamp(0.55 + 0.45 * eye.scale / 19.6, 0.6, 1.5);

// -- drawing --------------------------------------------------------------------------------------------------------------

const nodes = film.pieces.map(([kind, name, side, shape]) => {
  if (kind === "body") {
    const g = make("g", el("bodies"), {});
    g.innerHTML = shape;
    const label = make("text", el("names"), { class: "body" });
    label.textContent = name;
    return { g, label };
  }
  const g = make("g", el(kind === "ship" ? "ships" : "counters"), { class: "seat" + Math.min(side, 2) });
  const use = make("use", g, {}), label = kind === "ship" ? make("text", el("names"), { class: "seat" + Math.min(side, 2) }) : null;
  if (label) label.textContent = name.toUpperCase();
  return { g, use, label, words: kind === "ship" ? null : make("text", g, { y: 4 }) };
});

function draw() {
  const index = stepAt(time), step = steps[index], ms = time - step.at, eye = camera(index, ms);
  const state = ms >= step.done || !index ? stands[index] : stands[index - 1];
  el("ground").setAttribute("transform", `matrix(${eye.scale} 0 0 ${eye.scale} ${eye.left} ${eye.top})`);
  advice(step.map, eye);
  const moving = new Map((step.moves || []).map(move => [move[0], flight(move, ms)]));
  trails(step, moving, eye, ms);
  const places = pieces(state, moving, eye);
  smoke(state, places, step.wind, eye);
  ropes(ms >= step.done || !index ? step.ropes : steps[index - 1].ropes, places);
  names(state, places, moving);
  fire(step, ms, eye);
  if (step.wind) {
    put(el("rose"), "transform", `translate(${eye.wide - 60} 48)`);
    put(el("wind"), "transform", `rotate(${step.wind[0]})`);
    el("windy").textContent = step.wind[1];
  }
  el("rose").toggleAttribute("hidden", !step.wind);
  el("rose").style.display = step.wind ? "" : "none";
  for (const node of el("dice").children) node.style.visibility = ms >= +node.dataset.at ? "" : "hidden";
  if (index !== shown) tell(index);
  fleets(state);
  bar();
}

function pieces(state, moving, eye) {
  const k = grown(eye), places = new Map(), lying = new Map();
  film.pieces.forEach(([kind], n) => {
    const one = state[n], node = nodes[n], there = one && one[0] !== null;
    node.g.style.display = there ? "" : "none";
    if (!there) return;
    const gone = moving.get(n), at = gone ? gone.at : one, heading = gone ? gone.heading : one[2];
    let [x, y] = pixel(eye, at);
    if (kind === "body") {
      put(node.g, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${eye.scale})`);
      places.set(n, [x, y]);
      return;
    }
    if (kind === "counter") {
      const beside = one[5] >= 0 ? places.get(one[5]) : null, key = beside ? "" : x.toFixed(0) + " " + y.toFixed(0);
      if (beside) [x, y] = [beside[0] + 24 * k + 8, beside[1] - 20 * k];
      const others = beside ? 0 : lying.get(key) || 0;
      lying.set(key, others + 1);
      if (others) [x, y] = [x + 15 * k * Math.cos(others * 2.4), y + 15 * k * Math.sin(others * 2.4)];
      node.words.textContent = one[4];
    }
    put(node.g, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    put(node.use, "href", "#s" + one[3]);
    const size = kind === "counter" ? clamp(k, 0.6, 1) : k;
    put(node.use, "transform", `rotate(${heading.toFixed(1)}) scale(${size.toFixed(2)})`);
    places.set(n, [x, y, film.reach[one[3]] * k]);
  });
  return places;
}

// Smoke drifts down-wind from ships that burn; ropes with knots hold grappled ships together.
const burning = new Set(film.burns);
function smoke(state, places, wind, eye) {
  const into = el("plumes");
  into.textContent = "";
  places.forEach(([x, y], n) => {
    if (!wind || film.pieces[n][0] !== "ship" || !burning.has(state[n][3])) return;
    make("use", into, { href: "#smoke", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${wind[0]}) scale(${grown(eye).toFixed(2)})` });
  });
}
function ropes(pairs, places) {
  const into = el("ropes");
  into.textContent = "";
  for (const [one, other] of pairs) {
    const a = places.get(one), b = places.get(other);
    if (!a || !b) continue;
    const far = Math.max(8, Math.hypot(b[0] - a[0], b[1] - a[1])), unit = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
    const knot = Math.min(far / 2, 9), middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    for (const along of far > 90 ? [0] : [-11, -3.5, 4, 11.5]) {
      const x = middle[0] - unit[1] * along, y = middle[1] + unit[0] * along;
      make("line", into, { x1: x - unit[0] * far / 2, y1: y - unit[1] * far / 2, x2: x + unit[0] * far / 2, y2: y + unit[1] * far / 2 });
      for (const side of [-knot, knot]) make("circle", into, { cx: x + unit[0] * side, cy: y + unit[1] * side, r: 2.4 });
    }
  }
}

// A name stands below, above, right or left of its ship, where it covers least; while ships move it stays on its side.
const sideOf = new Map();
function names(state, places, moving) {
  const taken = [];
  const covered = r => taken.reduce((sum, o) => sum + Math.max(0, Math.min(r[2], o[2]) - Math.max(r[0], o[0])) * Math.max(0, Math.min(r[3], o[3]) - Math.max(r[1], o[1])), 0);
  places.forEach(([x, y, r], n) => { if (r) taken.push([x - r * 0.7, y - r * 0.7, x + r * 0.7, y + r * 0.7]); });
  film.pieces.forEach(([kind, name], n) => {
    const label = nodes[n].label, at = places.get(n);
    if (!label) return;
    label.style.display = at ? "" : "none";
    if (!at) return;
    if (kind === "body") {
      put(label, "x", at[0].toFixed(1)); put(label, "y", (at[1] + 4).toFixed(1));
      return;
    }
    const wide = name.length * 8.4, [x, y, r] = at, high = 14;
    const spots = [[x - wide / 2, y + r + 2, "middle", x], [x - wide / 2, y - r - high - 2, "middle", x],
                   [x + r + 4, y - high / 2, "start", x + r + 4], [x - r - 4 - wide, y - high / 2, "end", x - r - 4]];
    const rects = spots.map(([left, top]) => [left, top, left + wide, top + high]);
    let best = sideOf.get(n);
    if (best === undefined || !moving.size) {
      best = 0;
      let least = Infinity;
      rects.forEach((rect, i) => { const cost = covered(rect) + (i === sideOf.get(n) ? -20 : 0); if (cost < least - 1) { least = cost; best = i; } });
      sideOf.set(n, best);
    }
    taken.push(rects[best]);
    put(label, "x", spots[best][3].toFixed(1)); put(label, "y", (rects[best][3] - 3).toFixed(1));
    label.style.textAnchor = spots[best][2];
    label.classList.toggle("lost", state[n][4] === 0);
  });
}

// What the adviser says: ends by their worth, the best ways, the likely ends of the enemy.
function advice(map, eye) {
  const into = el("map");
  into.textContent = "";
  if (!map) return;
  for (const [x, y, heading, worth] of map.ends || []) {
    const [cx, cy] = pixel(eye, [x, y]);
    make("path", into, { d: "M-4 4.5L0 -5.5L4 4.5", transform: `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${heading})`, stroke: map.hues[worth] });
  }
  const told = [];
  for (const [x, y, heading, symbol, words] of map.likely || []) {
    const [cx, cy] = pixel(eye, [x, y]);
    make("use", into, { href: "#s" + symbol, transform: `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${heading}) scale(${grown(eye)})`, opacity: 0.45 });
    if (told.some(at => Math.abs(at[0] - cx) < 60 && Math.abs(at[1] - cy) < 18)) continue;
    told.push([cx, cy]);
    make("text", into, { x: cx, y: cy + 26 * grown(eye) + 8 }).textContent = words;
  }
  (map.ways || []).forEach((way, n) => {
    const points = [];
    for (let i = 0; i < way.length; i += 2) points.push(pixel(eye, way.slice(i, i + 2)));
    make("polyline", into, { class: "way way" + n, points: points.map(at => at.map(v => v.toFixed(1)).join(",")).join(" ") });
    const end = points[points.length - 1];
    make("circle", into, { class: "way" + n, cx: end[0], cy: end[1], r: 9 });
    make("text", into, { x: end[0], y: end[1] + 4 }).textContent = n + 1;
  });
}

function trails(step, moving, eye, ms) {
  const into = el("trails");
  while (into.childNodes.length > moving.size) into.lastChild.remove();
  let n = 0;
  moving.forEach((gone, key) => {
    const node = into.childNodes[n++] || make("polyline", into, {}), points = [];
    for (let i = 0; i < gone.behind.length; i += 2) points.push(pixel(eye, gone.behind.slice(i, i + 2)).map(v => v.toFixed(1)).join(","));
    put(node, "points", film.pieces[key][0] === "body" ? "" : points.join(" "));
    put(node, "class", "seat" + clamp(film.pieces[key][2], 0, 2));
  });
}

function fire(step, ms, eye) {
  const into = el("shots"), marks = el("marks");
  into.textContent = marks.textContent = "";
  for (const [x1, y1, x2, y2, side, hit, start] of step.shots || []) {
    const age = ms - start;
    if (age < 0) continue;
    const grows = clamp(age / GROWS, 0, 1), a = pixel(eye, [x1, y1]), b = pixel(eye, [x2, y2]);
    const end = [a[0] + (b[0] - a[0]) * grows, a[1] + (b[1] - a[1]) * grows];
    make("line", into, { class: "seat" + Math.min(side, 2), x1: a[0], y1: a[1], x2: end[0], y2: end[1], opacity: hit ? 0.95 : 0.45 });
    if (hit && age > GROWS) make("circle", into, { cx: b[0], cy: b[1], r: 3 + 9 * clamp((age - GROWS) / FADES, 0, 1), opacity: 1 - clamp((age - GROWS) / FADES, 0, 0.85) });
  }
  for (const [x, y, kind, start] of step.marks || []) {
    const age = ms - start, [cx, cy] = pixel(eye, [x, y]);
    if (age >= 0) make("circle", marks, { class: kind, cx, cy, r: 6 + 20 * clamp(age / FADES, 0, 1), opacity: 1 - 0.7 * clamp(age / FADES, 0, 1) });
  }
}

// -- words beside the board -----------------------------------------------------------------------------------------------

const rows = new Map();
film.sides.forEach(([name, seat], side) => {
  const part = document.createElement("section");
  part.className = "seat" + Math.min(seat, 2);
  const head = part.appendChild(document.createElement("h2"));
  head.className = "fleet";
  head.textContent = name;
  film.pieces.forEach(([kind, ship, mine], n) => {
    if (kind !== "ship" || mine !== seat) return;
    const row = part.appendChild(document.createElement("div"));
    row.className = "ship";
    row.append(document.createElement("span"), document.createElement("i"));
    row.firstChild.textContent = row.title = ship;
    rows.set(n, row);
  });
  el("fleets").appendChild(part);
});

document.body.classList.toggle("many", rows.size > 14);
let told = null;
function fleets(state) {
  if (state === told) return;
  told = state;
  rows.forEach((row, n) => {
    const one = state[n] || [null, "", 0], whole = one[0] !== null && one[4] === 1;
    const health = one[0] === null ? one[2] : one[5], why = one[0] === null ? one[1] : one[6], bar = row.lastChild;
    row.classList.toggle("gone", !whole);
    bar.textContent = whole ? "" : why || "not there";
    if (whole) bar.appendChild(document.createElement("b")).style.width = health + "%";
  });
}

function tell(index) {
  shown = index;
  const step = steps[index];
  el("large").textContent = step.c;
  el("small").textContent = step.m;
  el("when").textContent = index ? `Turn ${step.t}, ${step.n.toLowerCase()}` : "The beginning";
  el("log").textContent = "";
  for (const [tone, words] of step.lines || []) {
    const line = el("log").appendChild(document.createElement("li"));
    line.className = tone;
    line.textContent = words;
  }
  el("dice").textContent = "";
  for (const [caption, dice, at] of step.dice || []) {
    const box = el("dice").appendChild(document.createElement("div"));
    box.className = "throw";
    box.dataset.at = at;
    box.appendChild(document.createElement("p")).textContent = caption;
    for (const [face, scored, again] of dice) {
      const die = box.appendChild(document.createElement("span"));
      die.textContent = face;
      die.className = (scored ? "hit" : "miss") + (again ? " again" : "");
    }
  }
  keepClear(el("dice"));
  document.body.dataset.step = index;
}

// Put the dice into the corner where they cover the fewest ships and names, in a narrower column if that helps.
function keepClear(box) {
  const pieces = [...document.querySelectorAll("#ships > g, #names text, #rose")].map(one => one.getBoundingClientRect()).filter(one => one.width);
  let [best, least] = [["", 60], Infinity];
  for (const place of [60, 40, 25].flatMap(wide => ["", "left", "left top", "top"].map(corner => [corner, wide]))) {
    [box.className, box.style.maxWidth] = [place[0], place[1] + "%"];
    const r = box.getBoundingClientRect();
    const covered = pieces.filter(one => one.left < r.right && one.right > r.left && one.top < r.bottom && one.bottom > r.top).length;
    if (covered < least) [best, least] = [place, covered];
  }
  [box.className, box.style.maxWidth] = [best[0], best[1] + "%"];
  box.dataset.covers = least;
}

// -- the bar of time ------------------------------------------------------------------------------------------------------

let turn = 0, phase = "";
for (const step of steps.slice(1)) {
  const place = step.t + "." + step.p;
  if (place === phase) continue;
  const tick = el("ticks").appendChild(document.createElement("div"));
  tick.className = step.t === turn ? "tick" : "tick turn";
  tick.style.left = 100 * step.at / film.long + "%";
  tick.title = `Turn ${step.t}, ${step.n.toLowerCase()}`;
  if (step.t !== turn) tick.appendChild(document.createElement("em")).textContent = step.t;
  [turn, phase] = [step.t, place];
}
function thin() {  // numbers of turns that would stand on each other are left out
  let right = -1;
  for (const word of el("ticks").querySelectorAll("em")) {
    word.style.visibility = "";
    const r = word.getBoundingClientRect();
    if (r.left < right + 4) word.style.visibility = "hidden"; else right = r.right;
  }
}

function bar() {
  const share = film.long ? time / film.long : 1;
  el("done").style.width = el("knob").style.left = 100 * share + "%";
  put(el("track"), "aria-valuenow", stepAt(time) + 1);
  put(el("track"), "aria-valuetext", el("when").textContent);
  const words = playing ? "Stop" : time >= film.long ? "Again" : "Play";
  if (el("play").textContent !== words) { el("play").textContent = words; put(el("play"), "aria-label", words); }
}

// -- doing ----------------------------------------------------------------------------------------------------------------

function seek(ms, stop = true) {
  time = clamp(ms, 0, film.long);
  if (stop) playing = false;
  sideOf.clear();
  draw();
}
const ended = index => index + 1 < steps.length ? steps[index + 1].at - 1 : film.long;
function hop(by) {
  const index = stepAt(time);
  seek(by < 0 ? (index ? ended(index - 1) : 0) : time < ended(index) ? ended(index) : ended(Math.min(index + 1, steps.length - 1)));
}
function leap(by) {
  const firsts = steps.filter((step, n) => n && step.t !== steps[n - 1].t || n === 1).map(step => step.at);
  const found = by > 0 ? firsts.find(at => at > time + 1) : [0, ...firsts].reverse().find(at => at < time - 1);
  if (found !== undefined) seek(found);
}
function play() {
  if (!playing && time >= film.long) time = 0;
  playing = !playing;
  stamp = performance.now();
  draw();
  if (playing) requestAnimationFrame(tick);
}
function tick(at) {
  if (!playing) return;
  time = Math.min(film.long, time + Math.max(0, at - stamp) * speed);
  stamp = at;
  if (time >= film.long) playing = false;
  draw();
  if (playing) requestAnimationFrame(tick);
}
function hurry(by) {
  const all = [...el("speed").options].map(one => +one.value), n = clamp(all.indexOf(speed) + by, 0, all.length - 1);
  speed = all[n];
  el("speed").selectedIndex = n;
}

const keys = {
  " ": play, k: play, ArrowLeft: () => hop(-1), ArrowRight: () => hop(1), Home: () => seek(0), End: () => seek(film.long),
  PageUp: () => leap(-1), PageDown: () => leap(1), "+": () => hurry(1), "=": () => hurry(1), "-": () => hurry(-1),
};
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT" || !keys[event.key]) return;
  if (event.key === " " && event.target.tagName === "BUTTON" && event.target.id !== "play") return;
  event.preventDefault();
  keys[event.key]();
});
el("play").onclick = play;
el("back").onclick = () => hop(-1);
el("next").onclick = () => hop(1);
el("speed").onchange = () => { speed = +el("speed").value; };
el("track").onpointerdown = event => { el("track").setPointerCapture(event.pointerId); scrub(event); };
el("track").onpointermove = event => { if (event.buttons & 1) scrub(event); };
function scrub(event) {
  const r = el("track").getBoundingClientRect();
  seek(film.long * (event.clientX - r.left) / r.width);
}
addEventListener("resize", () => { sideOf.clear(); thin(); draw(); });
el("track").setAttribute("aria-valuemax", steps.length);
el("seen").textContent = film.seen ? `what ${film.seen} knows` : "";
function jump() {  // #step=12 is the end of that step, #time=4000 a moment, #play begins at once
  const [, what, value] = location.hash.match(/^#(step|time|play)=?([0-9]*)/) || [];
  if (what === "step") seek(ended(clamp(+value, 0, steps.length - 1)));
  else if (what === "time") seek(+value);
  else if (what === "play" && !playing) play();
  else draw();
}
addEventListener("hashchange", jump);
jump();
thin();
document.fonts.ready.then(() => { thin(); draw(); });
