// Where everything of a drawing is: sizes of things, ways of arrows, places of labels. Computed once, then kept.
// Everything that follows from the data and the font alone: sizes, ways of the arrows, places of their labels.
function planned(data, ctx, face) {
  const look = looksOf(data.dots), free = data.form === "free";
  ctx.font = fontOf(TEXT, 400, face);
  const dots = new Map(data.dots.map((dot) => [dot.key, sized(ctx, dot, look(dot.kind), free, data.box)]));
  const arrows = data.arrows.map((arrow) => ({ ...arrow, from: dots.get(arrow.source), to: dots.get(arrow.target) }));
  const ports = free ? new Map() : sharedPorts(arrows.filter((arrow) => arrow.lane == null));
  for (const arrow of arrows) {
    arrow.shown = arrow.numbers;
    const room = arrow.from === arrow.to ? 64 : 104;
    arrow.lines = arrow.cut ? [] : arrow.numbers.length ? [numbersOf(arrow).join(", ")] : wrapped(ctx, arrow.text, room, 3);
    arrow.labelWidth = Math.max(0, ...arrow.lines.map((line) => ctx.measureText(line).width)) + 4;
    arrow.level = !free && arrow.lane == null && arrow.from !== arrow.to && isLevel(arrow);
    arrow.way = arrow.lane != null ? laneWay(arrow, [...dots.values()]) : arrow.level ? levelWay(arrow, ports) : freeWay(arrow);
    const curve = Array.from({ length: 33 }, (_, step) => onWay(arrow.way, step / 32));
    arrow.points = arrow.corners ?? [arrow.head, ...curve, arrow.tail].filter(Boolean);
  }
  // What is told only where somebody points takes no room from what is always there.
  placeLabels([...arrows].sort((one, other) => one.quiet - other.quiet), [...dots.values()]);
  return { dots, arrows, look, bounds: boundsOf([...dots.values()], arrows) };
}

function sized(ctx, dot, [shape, tone], free, box) {
  const boxed = dot.role === "group" || shape === "box" || (!free && dot.role !== "question");
  const glyph = boxed && shape !== "box" && dot.role !== "group";
  const lines = wrapped(ctx, dot.text, boxed ? box[0] - (glyph ? 34 : 8) : 112, 2);
  const below = lines.length * LINE + 4;
  const widest = Math.max(0, ...lines.map((line) => ctx.measureText(line).width));
  const tight = free && boxed ? Math.max(70, widest + 22) : box[0];
  const [width, height] = boxed ? [Math.min(box[0], tight), lines.length > 1 ? box[1] : box[1] - LINE + 2] : [26, 26];
  const half = boxed ? width / 2 : Math.max(width, widest) / 2;
  const extent = [dot.x - half, dot.y - height / 2, dot.x + half, dot.y + height / 2 + (boxed ? 0 : below)];
  return { ...dot, shape, tone, boxed, glyph, lines, width, height, extent };
}

const isLevel = ({ from, to }) => Math.abs(from.x - to.x) > (from.width + to.width) / 2 && (from.boxed || to.boxed);
const sideOf = (dot, other) => (other.x >= dot.x ? 1 : -1);

// Arrows that leave a side of a box: up to three beside each other, more from one point.
function sharedPorts(arrows) {
  const ports = new Map();
  for (const arrow of arrows) {
    for (const [dot, other] of [[arrow.from, arrow.to], [arrow.to, arrow.from]]) {
      const name = `${dot.key} ${sideOf(dot, other)}`;
      if (!ports.has(name)) ports.set(name, []);
      ports.get(name).push({ arrow, height: other.y });
    }
  }
  for (const port of ports.values()) port.sort((one, other) => one.height - other.height);
  return ports;
}

function portPlace(dot, other, arrow, ports) {
  const side = sideOf(dot, other), port = ports.get(`${dot.key} ${side}`);
  const place = port.findIndex((one) => one.arrow === arrow);
  const aside = dot.boxed && port.length <= 3 ? (place - (port.length - 1) / 2) * PORT_GAP : 0;
  return [dot.x + (side * dot.width) / 2, dot.y + aside];
}

// Level at both ends, with a straight piece for the label beside the less crowded one: `head` or `tail` of the arrow.
function levelWay(arrow, ports) {
  const start = portPlace(arrow.from, arrow.to, arrow, ports), end = portPlace(arrow.to, arrow.from, arrow, ports);
  const side = sideOf(arrow.from, arrow.to), atStart = startsFree(arrow, ports);
  const room = (atStart ? arrow.from : arrow.to).boxed ? Math.abs(end[0] - start[0]) * 0.5 : 0;
  const length = Math.min(arrow.labelWidth + (atStart ? 8 : 14), STUB_MOST, room);
  const from = atStart && length ? [start[0] + side * length, start[1]] : start;
  const to = !atStart && length ? [end[0] - side * length, end[1]] : end;
  arrow.head = from === start ? null : start;
  arrow.tail = to === end ? null : end;
  const reach = (to[0] - from[0]) * 0.55;
  return [from, [from[0] + reach, from[1]], [to[0] - reach, to[1]], to];
}

// Out of the top of what was there, level over nothing to the lane beside everything, and level into what was added.
function laneWay(arrow, dots) {
  const inSide = (dot, other) => dot.role === "added" && (other.role !== "added" || dot.y > other.y);
  const end = (dot, other) => {
    const x = dot.x + dot.width / 2;
    if (inSide(dot, other)) return [[x, dot.y]];
    const top = dot.y - dot.height / 2, right = dots.filter((one) => one !== dot && one.extent[2] > x - 10);
    let over = top - 3;
    while (right.some(({ extent }) => over > extent[1] - 2 && over < extent[3] + 2)) over -= 1;
    return [[x - 10, top], [x - 10, over]];
  };
  const from = end(arrow.from, arrow.to), to = end(arrow.to, arrow.from).reverse();
  const [out, back] = [from[from.length - 1], to[0]];
  arrow.corners = [...from, [arrow.lane, out[1]], [arrow.lane, back[1]], ...to];
  const upper = out[1] < back[1] ? out : back;
  const side = inSide(arrow.to, arrow.from) ? back : inSide(arrow.from, arrow.to) ? out : upper;
  const further = side === out ? back : out;
  arrow.further = [(further[0] + arrow.lane) / 2, further[1]];
  return [side, side, [arrow.lane, side[1]], [arrow.lane, side[1]]];
}

// Whether fewer arrows meet at the start of an arrow than at its end.
function startsFree({ from, to }, ports) {
  const crowd = (dot, other) => ports.get(`${dot.key} ${sideOf(dot, other)}`).length;
  return crowd(from, to) <= crowd(to, from);
}

function freeWay({ from, to, bend }) {
  if (from === to) {
    const size = Math.max(Math.abs(bend), 30), x = from.x + from.width / 2;
    return [[x - 3, from.y - 6], [x + size, from.y - size], [x + size, from.y + size], [x - 3, from.y + 6]];
  }
  const across = to.x - from.x, down = to.y - from.y, length = Math.hypot(across, down) || 1;
  const off = [(down / length) * bend * 2, (-across / length) * bend * 2];
  const middle = [(from.x + to.x) / 2 + off[0], (from.y + to.y) / 2 + off[1]];
  const start = onBorder(from, middle), end = onBorder(to, middle);
  const between = (point) => [point[0] + ((middle[0] - point[0]) * 2) / 3, point[1] + ((middle[1] - point[1]) * 2) / 3];
  return [start, between(start), between(end), end];
}

function onBorder(dot, [x, y]) {
  const across = x - dot.x, down = y - dot.y, length = Math.hypot(across, down) || 1;
  if (!dot.boxed) return [dot.x + (across / length) * (RADIUS + 2), dot.y + (down / length) * (RADIUS + 2)];
  const scale = Math.min(dot.width / 2 / (Math.abs(across) || 1e-9), dot.height / 2 / (Math.abs(down) || 1e-9));
  return [dot.x + across * scale, dot.y + down * scale];
}

function onWay([a, b, c, d], t) {
  const s = 1 - t;
  const at = (axis) => s * s * s * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t * t * t * d[axis];
  return [at(0), at(1)];
}

// Labels on the straight pieces; others moved along their way until none lies on another.
function placeLabels(arrows, dots) {
  const taken = dots.map((dot) => dot.extent);
  const few = arrows.length <= MOST_CROSSED;  // a label has the ground of the page, so that lines beneath it are hidden
  for (const arrow of arrows) {
    const height = arrow.numbers.length ? PORT_GAP : arrow.lines.length * LINE, width = arrow.labelWidth;
    const box = ([x, y]) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const inside = (one) => ([x, y]) => x > one[0] && x < one[2] && y > one[1] && y < one[3];
    const crossed = (one) => few && !arrow.head && !arrow.tail ? arrows.filter((other) => other !== arrow && other.points.some(inside(one))).length : 0;
    const clash = (one) => taken.reduce((sum, other) => sum + overlap(one, other), 0) + 2 * crossed(one);
    let best = null;
    for (const point of labelPlaces(arrow)) {
      const cost = clash(box(point));
      if (!best || cost < best.cost) best = { point, cost };
      if (!cost) break;
    }
    arrow.label = best.point;
    // Where there is no room, a label is shown when its arrow is pointed at or chosen.
    arrow.hushed = best.cost > width * height * MOST_COVERED;
    if (arrow.lines.length && !arrow.hushed) taken.push(box(best.point));
  }
}

function labelPlaces({ way, head, tail, from, to, labelWidth, further }) {
  const along = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.82, 0.18].map((t) => onWay(way, t));
  if (from === to) return [[along[0][0] + labelWidth / 2 + 3, along[0][1]], ...along];
  const side = sideOf(from, to);
  if (head) return [[head[0] + side * (labelWidth / 2 + 4), head[1]], ...along];
  if (tail) return [[tail[0] - side * (labelWidth / 2 + 10), tail[1]], ...along];
  return further ? [...along, further] : along;
}

const overlap = (one, other) =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) *
  Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

// The first numbers of an arrow that its filter leaves, and the selected one.
function numbersOf(arrow, selected) {
  const shown = arrow.shown.filter((number) => number > 0), found = shown.slice(0, NUMBERS_SHOWN);
  if (shown.length > NUMBERS_SHOWN) found.push("…");
  if (shown.includes(selected) && !found.includes(selected)) found.push(selected);
  return found;
}

function boundsOf(dots, arrows) {
  const boxes = dots.map((dot) => dot.extent);
  for (const { points, label, labelWidth } of arrows) {
    boxes.push([label[0] - labelWidth / 2, label[1] - 20, label[0] + labelWidth / 2, label[1] + 20]);
    for (const [x, y] of points) boxes.push([x, y, x, y]);
  }
  const edge = (axis, pick) => boxes.reduce((found, box) => pick(found, box[axis]), boxes[0][axis]);
  return [edge(0, Math.min) - 8, edge(1, Math.min) - 8, edge(2, Math.max) + 8, edge(3, Math.max) + 8];
}

// The arrow whose way passes nearest to a point, at most `reach` away.
function arrowAt(arrows, [x, y], reach) {
  let found = null, nearest = reach;
  for (const arrow of arrows) {
    const [left, top] = [arrow.label[0] - x, arrow.label[1] - y];
    const onLabel = Math.abs(left) < arrow.labelWidth / 2 + 3 && Math.abs(top) < LINE / 2 + 1;
    let distance = onLabel ? 0 : Infinity;
    for (let step = 1; step < arrow.points.length; step++) {
      distance = Math.min(distance, toLine([x, y], arrow.points[step - 1], arrow.points[step]));
    }
    if (distance < nearest) { nearest = distance; found = arrow; }
  }
  return found;
}

function toLine([x, y], [x1, y1], [x2, y2]) {
  const across = x2 - x1, down = y2 - y1, square = across * across + down * down || 1;
  const t = Math.max(0, Math.min(1, ((x - x1) * across + (y - y1) * down) / square));
  return Math.hypot(x - x1 - t * across, y - y1 - t * down);
}
