// A drawing on the page: vis-network moves and zooms it, and everything that shows its numbers hears of a choice.
const HOW_TO =
  "Arrow keys move between things, Enter opens one, plus and minus zoom. The table holds the same facts.";
const MOST_ZOOM = 4, LEAST_ZOOM = 0.15, REACH = 9;

function createCard(root, data, told) {
  const started = performance.now();
  const card = { root, data, told, number: null, focused: null, opened: null, touched: false, colours: null };
  const face = getComputedStyle(root).fontFamily || "sans-serif";
  card.plan = planned(data, document.createElement("canvas").getContext("2d"), face);
  card.face = face;
  build(card);
  card.seen = seen(card.plan, card.hidden);
  card.readColours = palette(root, () => { card.colours = card.readColours(); paint(card); });
  card.colours = card.readColours();
  network(card);
  listen(card);
  fit(card);
  const chosen = window.kgqaSelected?.[data.answer] ?? data.first;
  if (data.answer != null && chosen != null) show(card, chosen);
  root.dataset.milliseconds = (performance.now() - started).toFixed(1); // read where speed is measured
  return card;
}

function build(card) {
  const { root, data } = card;
  const head = made("div", "kg-head");
  card.wideButton = button("kg-quiet", "Full width", () => widen(card, !card.wide), "wide");
  card.wideButton.setAttribute("aria-expanded", "false");
  head.append(
    made("div", "kg-title", data.title, { role: "heading", "aria-level": "2" }),
    button("kg-quiet", "Fit", () => { card.touched = false; fit(card); }, "fit"),
    card.wideButton,
    button("kg-quiet", "PNG", () => save(card), "save"),
  );
  card.stage = made("div", "kg-stage", null, {
    role: "application", tabindex: "0",
    "aria-label": `${oneLine(data.name)}. ${HOW_TO}`,
  });
  const zoom = made("div", "kg-zoom");
  for (const [sign, words, factor] of [["−", "Zoom out", 1 / 1.25], ["+", "Zoom in", 1.25]]) {
    const one = button("kg-zoom-button", sign, () => zoomBy(card, factor));
    one.setAttribute("aria-label", words);
    zoom.append(one);
  }
  card.place = made("div", "kg-place");
  card.place.append(card.stage);
  card.tip = made("div", "kg-tip", null, { "aria-hidden": "true" });
  card.place.append(card.tip);
  card.spoken = made("div", "kg-spoken", null, { "aria-live": "polite" });
  card.below = made("div", "kg-below");
  const { row, hidden } = filters(data, card.plan.look, () => filter(card));
  card.hidden = hidden;
  card.filters = row;
  const under = made("div", "kg-under");
  under.append(row, zoom);
  card.notes = made("div", "kg-notes", data.notes.join(" · "));
  card.notes.hidden = !data.notes.length;
  card.said = made("div", "kg-said", data.said);
  root.append(head, card.place, card.spoken, card.below, under, card.notes, card.said);
  card.open = (dot) => open(card, dot);
  card.select = (number) => choose(card, number);
  card.tell = (dot, action) => card.told({ key: dot.key, action });
}

function nodesOf(card) {
  return [...card.plan.dots.values()].map((dot) => ({
    id: dot.key, x: dot.x, y: dot.y, shape: "custom",
    ctxRenderer: ({ ctx }) => ({
      drawNode: () => card.seen.dots.has(dot) && drawDot(ctx, dot, card.colours, card.face, standsOut(card, dot)),
      nodeDimensions: { width: dot.width, height: dot.height },
    }),
  }));
}

function network(card) {
  card.stage.style.height = `${heightOf(card)}px`;
  const nodes = nodesOf(card);
  card.network = new window.kgqaVis.Network(card.stage, { nodes, edges: [] }, {
    autoResize: true, physics: false, layout: { improvedLayout: false }, nodes: { chosen: false },
    interaction: { zoomView: false, dragNodes: false, selectable: false, hover: false, keyboard: false },
  });
  card.canvas = card.stage.querySelector("canvas");
  card.canvas.parentElement.removeAttribute("tabindex"); // the stage around it is the one stop
  card.network.on("beforeDrawing", (ctx) => drawArrows(ctx, card));
  card.network.on("afterDrawing", (ctx) => drawFocus(ctx, card));
  card.network.on("dragStart", () => { card.touched = true; tip(card, null); });
  card.network.on("click", ({ pointer }) => clicked(card, pointer));
}

// Other facts in the same drawing: what stays is where it was and as large; what is new below it makes room for itself.
function renew(card, data) {
  const view = card.network.getViewPosition(), scale = card.network.getScale(), before = card.stage.clientHeight;
  Object.assign(card, { data, plan: planned(data, document.createElement("canvas").getContext("2d"), card.face) });
  const { row } = filters(data, card.plan.look, () => filter(card), card.hidden);
  card.filters.replaceWith(row);
  card.filters = row;
  card.notes.textContent = data.notes.join(" · ");
  card.notes.hidden = !data.notes.length;
  for (const name of ["opened", "focused"]) card[name] = card.plan.dots.get(card[name]?.key) ?? null;
  card.seen = seen(card.plan, card.hidden);
  card.touched = true;
  const top = view.y - before / 2 / scale, most = window.innerWidth <= 640 ? 380 : 900;
  const height = Math.max(before, Math.min((card.plan.bounds[3] - top) * scale, most));
  card.stage.style.height = `${Math.round(height)}px`;
  card.network.setSize("100%", "100%");
  card.network.setData({ nodes: nodesOf(card), edges: [] });
  card.network.moveTo({ position: { x: view.x, y: top + height / 2 / scale }, scale, animation: false });
  const half = card.stage.clientWidth / scale / 2;
  if (card.plan.bounds[0] < view.x - half || card.plan.bounds[2] > view.x + half) {  // what is new is seen too
    card.touched = false;
    resized(card);
  }
  filter(card);
  const chosen = window.kgqaSelected?.[data.answer] ?? data.first;
  if (data.answer != null && chosen != null) show(card, chosen);
}

function drawArrows(ctx, card, number = card.number) {
  const arrows = card.plan.arrows.filter((arrow) => card.seen.arrows.has(arrow));
  const chosen = (arrow) => number != null && arrow.shown.includes(number);
  arrows.sort((one, other) => chosen(one) - chosen(other));
  for (const arrow of arrows) drawArrow(ctx, arrow, card.colours, chosen(arrow));
  const pointed = (arrow) => arrow === card.pointed || [card.opened, card.focused].some((dot) => dot && [arrow.from, arrow.to].includes(dot));
  for (const arrow of arrows) {
    if (!(arrow.quiet || arrow.hushed) || pointed(arrow) || chosen(arrow)) drawLabel(ctx, arrow, card.colours, card.face, chosen(arrow) ? number : null);
  }
}

function drawFocus(ctx, card) {
  const dot = card.focused;
  if (!dot || document.activeElement !== card.stage) return;
  const scale = card.network.getScale(), away = 4 / scale;
  const { x, y, width, height } = dot;
  ctx.setLineDash([]);
  ctx.strokeStyle = card.colours.accent;
  ctx.lineWidth = 2 / scale;
  ctx.strokeRect(x - width / 2 - away, y - height / 2 - away, width + 2 * away, height + 2 * away);
}

// The thing that was opened, and the subject of the fact that was chosen.
function standsOut(card, dot) {
  if (dot === card.opened) return true;
  return [...card.seen.arrows].some((arrow) => arrow.from === dot && arrow.shown.includes(card.number));
}

function paint(card) {
  card.network.redraw();
}

function heightOf({ plan, stage, wide, data }) {
  const [left, top, right, bottom] = plan.bounds;
  if (wide) return Math.max(240, window.innerHeight - 260, bottom - top);
  const scale = Math.min(1, (stage.clientWidth || 400) / (right - left)), free = data.form === "free" || data.actions.includes("open");
  const most = window.innerWidth > 640 ? 900 : free ? 560 : 380;
  return Math.round(Math.min(Math.max((bottom - top) * scale + 8, 200), most));
}

function fit(card) {
  const [left, top, right, bottom] = card.plan.bounds;
  const { clientWidth: width, clientHeight: height } = card.stage;
  const scale = Math.min(width / (right - left), height / (bottom - top), card.wide ? 1.6 : 1);
  if (!(scale > 0)) return;
  card.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, animation: false });
  paint(card);
}

function zoomBy(card, factor, at) {
  const scale = card.network.getScale(), wanted = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, scale * factor));
  const view = card.network.getViewPosition(), fixed = at ?? view, share = 1 - scale / wanted;
  const position = { x: view.x + (fixed.x - view.x) * share, y: view.y + (fixed.y - view.y) * share };
  card.touched = true;
  card.network.moveTo({ position, scale: wanted, animation: false });
}

function listen(card) {
  card.selected = ({ detail }) => {
    if (card.data.answer != null && detail?.answer === card.data.answer) show(card, detail.number);
  };
  document.addEventListener("kgqa:select", card.selected);
  card.stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(card, event.deltaY < 0 ? 1.12 : 1 / 1.12, card.network.DOMtoCanvas({ x: event.offsetX, y: event.offsetY }));
  }, { passive: false });
  card.stage.addEventListener("mousemove", (event) => hovered(card, event));
  card.stage.addEventListener("mouseleave", () => tip(card, null));
  card.stage.addEventListener("keydown", (event) => pressed(card, event));
  for (const event of ["focus", "blur"]) card.stage.addEventListener(event, () => paint(card));
  card.root.addEventListener("keydown", (event) => wideKeys(card, event));
  card.sizes = new ResizeObserver(() => resized(card));
  card.sizes.observe(card.place);
}

// Another width: all of it is shown again, unless the reader has looked at a part of it.
function resized(card) {
  if (card.touched) return;
  card.stage.style.height = `${heightOf(card)}px`;
  card.network.setSize("100%", "100%");
  fit(card);
}

function dotAt(card, { x, y }) {
  const inside = (dot) => Math.abs(dot.x - x) <= dot.width / 2 + 3 && Math.abs(dot.y - y) <= dot.height / 2 + 3;
  const onName = ({ extent: [left, top, right, bottom] }) => x >= left && x <= right && y >= top && y <= bottom;
  const dots = [...card.seen.dots];
  return dots.find(inside) ?? dots.find(onName);
}

const shownArrowAt = (card, { x, y }) => arrowAt([...card.seen.arrows], [x, y], REACH / card.network.getScale());

// The whole drawing on the ground of the theme, whatever part of it is in view.
function picture(card, scale = 2) {
  const [left, top, right, bottom] = card.plan.bounds;
  const canvas = document.createElement("canvas"), ctx = canvas.getContext("2d");
  canvas.width = Math.ceil((right - left) * scale);
  canvas.height = Math.ceil((bottom - top) * scale);
  ctx.fillStyle = card.colours.paper;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  drawArrows(ctx, card);
  for (const dot of card.seen.dots) drawDot(ctx, dot, card.colours, card.face, standsOut(card, dot));
  return canvas;
}

function save(card) {
  picture(card).toBlob((blob) => {
    const link = made("a", "", "", { download: "graph.png", href: URL.createObjectURL(blob) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }, "image/png");
}

function destroy(card) {
  document.removeEventListener("kgqa:select", card.selected);
  card.sizes.disconnect();
  card.network.destroy();
  card.root.remove();
}

window.kgqaVis = globalThis.vis;
window.kgqaPicture = { createCard, destroy, picture, renew };
document.dispatchEvent(new CustomEvent("kgqa:picture"));

export default function () {}
