// What a reader does with a drawing: click, hover, walk by key, filter, widen.
function clicked(card, { canvas }) {
  const dot = dotAt(card, canvas);
  if (dot) return activate(card, dot, false);
  const arrow = shownArrowAt(card, canvas);
  if (!arrow) return;
  if (!arrow.numbers.length) return activate(card, arrow.to.role === "group" ? arrow.from : arrow.to, false);
  choose(card, arrow.shown[(arrow.shown.indexOf(card.number) + 1) % arrow.shown.length]);
}

function activate(card, dot, byKey) {
  if (dot.role === "group" && card.data.actions.includes("open")) return card.tell(dot, "open");
  card.focused = dot;
  open(card, dot, byKey);
}

function open(card, dot, byKey) {
  const had = card.below.contains(document.activeElement);
  card.opened = dot;
  card.below.replaceChildren();
  if (dot) {
    const panel = panelOf(card, dot);
    card.below.append(panel);
    press(card);
    card.spoken.textContent = "";
    if (byKey) panel.focus();
  } else if (had) card.stage.focus();
  paint(card);
}

function choose(card, number) {
  const { answer } = card.data;
  if (answer == null) return show(card, number);
  window.kgqaSelected = window.kgqaSelected || {};
  window.kgqaSelected[answer] = number;
  document.dispatchEvent(new CustomEvent("kgqa:select", { detail: { answer, number, from: "edge" } }));
}

function show(card, number) {
  card.number = number;
  card.root.dataset.selected = String(number);
  press(card);
  paint(card);
}

function press(card) {
  for (const chip of card.below.querySelectorAll(".kg-number")) {
    chip.setAttribute("aria-pressed", String(Number(chip.dataset.number) === card.number));
  }
}

function filter(card) {
  card.seen = seen(card.plan, card.hidden);
  if (card.focused && !card.seen.dots.has(card.focused)) card.focused = null;
  const hidden = card.plan.dots.size - card.seen.dots.size, links = card.plan.arrows.length - card.seen.arrows.size;
  const words = `Hidden by your choice: ${hidden} of them, with ${links} ${links === 1 ? "arrow" : "arrows"}.`;
  card.said.textContent = hidden || links ? `${card.data.said} ${words}` : card.data.said;
  open(card, card.opened && card.seen.dots.has(card.opened) ? card.opened : null);
}

function hovered(card, event) {
  const point = card.network.DOMtoCanvas({ x: event.offsetX, y: event.offsetY });
  const dot = dotAt(card, point), arrow = dot ? null : shownArrowAt(card, point);
  card.canvas.style.cursor = dot || arrow ? "pointer" : "grab";
  tip(card, dot ?? (arrow?.about.length > 1 ? { text: arrow.text, about: arrow.about } : null), event);
  if (card.pointed === arrow) return;
  card.pointed = arrow;
  if (card.plan.arrows.some((one) => one.quiet)) paint(card);
}

function tip(card, dot, event) {
  if (!dot) { card.tip.style.display = "none"; return; }
  card.tip.replaceChildren(named(dot.text), ...dot.about.map((line) => made("div", "kg-about", oneLine(line))));
  card.tip.style.display = "block";
  const room = card.place.clientWidth - card.tip.offsetWidth - 4;
  card.tip.style.left = `${Math.max(4, Math.min(event.offsetX + 14, room))}px`;
  card.tip.style.top = `${event.offsetY + 16}px`;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pressed(card, event) {
  if (event.target !== card.stage || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) walk(card, step);
  else if ((event.key === "Enter" || event.key === " ") && card.focused) activate(card, card.focused, true);
  else if (event.key === "+" || event.key === "=") zoomBy(card, 1.25);
  else if (event.key === "-") zoomBy(card, 1 / 1.25);
  else if (event.key === "0") { card.touched = false; fit(card); }
  else if (event.key === "Escape" && card.opened) { event.stopPropagation(); open(card, null); }
  else return;
  event.preventDefault();
}

function walk(card, [across, down]) {
  const dots = [...card.seen.dots], from = card.focused;
  const distance = (dot) => {
    const ahead = (dot.x - from.x) * across + (dot.y - from.y) * down;
    const aside = Math.abs((dot.x - from.x) * down) + Math.abs((dot.y - from.y) * across);
    return ahead > 1 ? ahead + 2 * aside : Infinity;
  };
  const next = from ? dots.reduce((best, dot) => (distance(dot) < distance(best) ? dot : best), from) : dots[0];
  if (!next) return;
  card.focused = next;
  const arrows = [...card.seen.arrows].filter((arrow) => arrow.from === next || arrow.to === next).length;
  const words = [next.text, ...next.about, `${arrows} ${arrows === 1 ? "arrow" : "arrows"}`];
  card.spoken.textContent = words.map(oneLine).join(", ");
  intoView(card, next);
  paint(card);
}

// Moves the view only where the thing in focus is outside of it.
function intoView(card, dot) {
  const scale = card.network.getScale(), view = card.network.getViewPosition();
  const room = [card.stage.clientWidth / scale / 2 - dot.width / 2 - 8, card.stage.clientHeight / scale / 2 - 30];
  const moved = (at, middle, half) => (Math.abs(at - middle) <= half ? middle : at);
  const position = { x: moved(dot.x, view.x, room[0]), y: moved(dot.y, view.y, room[1]) };
  if (position.x !== view.x || position.y !== view.y) card.network.moveTo({ position, scale, animation: false });
}

// Over the whole page without leaving its place in it: the canvas stays the one it is.
function widen(card, wide) {
  const { root } = card;
  card.wide = wide;
  root.parentElement.style.minHeight = wide ? `${root.offsetHeight}px` : "";
  if (wide && root.showPopover) { root.setAttribute("popover", "manual"); root.showPopover(); }
  if (!wide && root.hasAttribute("popover")) { root.hidePopover(); root.removeAttribute("popover"); }
  root.classList.toggle("kg-wide", wide);
  for (const [name, value] of [["role", "dialog"], ["aria-modal", "true"], ["aria-label", oneLine(card.data.title)]]) {
    if (wide) root.setAttribute(name, value); else root.removeAttribute(name);
  }
  card.wideButton.lastChild.textContent = wide ? "Close full width" : "Full width";
  card.wideButton.setAttribute("aria-expanded", String(wide));
  card.stage.style.height = `${heightOf(card)}px`;
  card.network.setSize("100%", "100%");
  card.touched = false;
  fit(card);
  card.wideButton.focus();
}

function wideKeys(card, event) {
  if (!card.wide) return;
  if (event.key === "Escape") { event.stopPropagation(); widen(card, false); return; }
  if (event.key !== "Tab") return;
  const stops = [...card.root.querySelectorAll("button, [tabindex='0']")];
  const last = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? stops[stops.length - 1] : stops[0]).focus();
}

