// How a drawing looks: measured text, shapes, arrows and their labels, all on a canvas. Names are text, nothing else.
const TEXT = 12, LINE = 14, RADIUS = 13, PORT_GAP = 11, STUB_MOST = 52, NUMBERS_SHOWN = 3, MOST_CROSSED = 60, MOST_COVERED = 0.4, TURN = 6;
const KNOWN_LOOKS = {
  Disease: ["box", "disease"], Phenotype: ["diamond", "phenotype"], Gene: ["hexagon", "gene"],
  InheritanceMode: ["triangle", "inheritance"],
};
const OTHER_LOOKS = [["circle", "muted"], ["pentagon", "phenotype"], ["square", "gene"], ["octagon", "inheritance"]];
const CORNERS = { triangle: 3, diamond: 4, square: 4, pentagon: 5, hexagon: 6, octagon: 8 };
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/g;

const oneLine = (text) => String(text).replace(INVISIBLE, " ").trim();
const fontOf = (size, weight, face) => `${weight} ${size}px ${face}`;

function looksOf(dots) {
  const looks = new Map(Object.entries(KNOWN_LOOKS));
  let other = 0;
  for (const { kind } of dots) if (kind && !looks.has(kind)) looks.set(kind, OTHER_LOOKS[other++ % OTHER_LOOKS.length]);
  return (kind) => looks.get(kind) ?? OTHER_LOOKS[0];
}

// The text in at most `most` lines of at most `width`, broken at spaces, within words where there are none.
function wrapped(ctx, text, width, most) {
  const fits = (line) => ctx.measureText(line).width <= width;
  const cut = (line, end) => {
    const letters = Array.from(line);
    let low = 1, high = letters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (fits(letters.slice(0, middle).join("") + end)) low = middle; else high = middle - 1;
    }
    return letters.slice(0, low).join("");
  };
  const lines = [];
  let rest = oneLine(text).slice(0, 400);
  while (rest && lines.length < most) {
    if (fits(rest)) { lines.push(rest); break; }
    if (lines.length === most - 1) { lines.push(cut(rest, "…").trimEnd() + "…"); break; }
    const longest = cut(rest, "");
    const space = rest[longest.length] === " " ? longest.length : longest.lastIndexOf(" ");
    const line = space > 0 ? longest.slice(0, space) : longest;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

function outlined(ctx, shape, x, y, radius) {
  ctx.beginPath();
  if (!CORNERS[shape]) return ctx.arc(x, y, radius, 0, 2 * Math.PI);
  const corners = CORNERS[shape], first = shape === "square" ? Math.PI / 4 : 0;
  for (let corner = 0; corner < corners; corner++) {
    const turn = first + (2 * Math.PI * corner) / corners;
    ctx.lineTo(x + radius * Math.sin(turn), y - radius * Math.cos(turn));
  }
  ctx.closePath();
}

function drawDot(ctx, dot, colours, face, standsOut) {
  const cut = dot.role === "cut", added = dot.role === "added", aside = cut || added || dot.role === "set_aside" || dot.role === "group";
  const colour = aside ? colours.muted : colours[dot.tone];
  ctx.setLineDash(cut || added ? [1.5, 4] : aside ? [4, 3] : []);
  ctx.lineWidth = standsOut ? 3.5 : 1.5;
  ctx.strokeStyle = colour;
  if (dot.boxed) {
    ctx.beginPath();
    const round = dot.role === "group" ? dot.height / 2 : 4;
    ctx.roundRect(dot.x - dot.width / 2, dot.y - dot.height / 2, dot.width, dot.height, round);
    ctx.fillStyle = aside ? colours.soft : dot.shape === "box" ? colours.tint : colours.paper;
    ctx.fill();
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (!dot.boxed || dot.glyph) {
    const x = dot.glyph ? dot.x - dot.width / 2 + 13 : dot.x;
    outlined(ctx, dot.shape, x, dot.y, dot.glyph ? 6 : RADIUS);
    ctx.fillStyle = colour;
    ctx.fill();
    if (standsOut && !dot.boxed) { ctx.strokeStyle = colours.ink; ctx.stroke(); }
  }
  ctx.font = fontOf(TEXT, dot.role === "question" ? 600 : 400, face);
  const x = dot.glyph ? dot.x + 9 : dot.x;
  const top = dot.boxed ? dot.y - ((dot.lines.length - 1) * LINE) / 2 : dot.y + RADIUS + 12;
  written(ctx, dot.lines, x, top, cut ? colours.muted : colours.ink, dot.boxed ? null : colours.paper);
}

function written(ctx, lines, x, top, colour, halo) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  lines.forEach((line, row) => {
    if (halo) { ctx.lineWidth = 4; ctx.strokeStyle = halo; ctx.strokeText(line, x, top + row * LINE); }
    ctx.fillStyle = colour;
    ctx.fillText(line, x, top + row * LINE);
  });
}

function drawArrow(ctx, arrow, colours, selected) {
  const [a, b, c] = arrow.way, d = arrow.points[arrow.points.length - 1];
  ctx.strokeStyle = ctx.fillStyle = selected ? colours.selection : arrow.width ? colours.muted : colours.line;
  ctx.lineWidth = selected ? Math.max(3.5, arrow.width) : arrow.width || 1;
  ctx.setLineDash(arrow.dashes.length ? arrow.dashes : arrow.to.role === "group" || arrow.from.role === "group" ? [5, 4] : []);
  const before = arrow.points[arrow.points.length - (arrow.tail || arrow.corners ? 2 : 3)];
  const length = Math.hypot(d[0] - before[0], d[1] - before[1]) || 1, size = selected ? 11 : 7 + (arrow.width || 0) / 2;
  const way = [(d[0] - before[0]) / length, (d[1] - before[1]) / length];
  const neck = [d[0] - way[0] * size * 0.7, d[1] - way[1] * size * 0.7]; // the line ends within the tip
  ctx.beginPath();
  ctx.moveTo(...(arrow.corners?.[0] ?? arrow.head ?? a));
  if (arrow.corners) {
    arrow.corners.slice(1, -1).forEach((corner, place) => ctx.arcTo(...corner, ...arrow.corners[place + 2], TURN));
    ctx.lineTo(...neck);
  } else {
    ctx.lineTo(...a);
    ctx.bezierCurveTo(...b, ...c, ...(arrow.tail ? arrow.way[3] : neck));
    if (arrow.tail) ctx.lineTo(...neck);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(...d);
  for (const turn of [1, -1]) {
    ctx.lineTo(d[0] - way[0] * size - turn * way[1] * size * 0.4, d[1] - way[1] * size + turn * way[0] * size * 0.4);
  }
  ctx.fill();
}

function drawLabel(ctx, arrow, colours, face, selected) {
  if (arrow.cut) return;
  const [x, y] = arrow.label;
  if (!arrow.shown.includes(selected)) {
    ctx.font = fontOf(TEXT - 0.5, 400, face);
    const tall = arrow.lines.length * LINE, wide = Math.max(0, ...arrow.lines.map((line) => ctx.measureText(line).width));
    ctx.fillStyle = colours.paper;  // no line runs through what is read
    if (wide) ctx.fillRect(x - wide / 2 - 1, y - tall / 2 + 1, wide + 2, tall - 2);
    return written(ctx, arrow.lines, x, y - ((arrow.lines.length - 1) * LINE) / 2, colours.ink, colours.paper);
  }
  const parts = numbersOf(arrow, selected).flatMap((number, place) => (place ? [", ", number] : [number]));
  const font = (part) => (part === selected ? fontOf(TEXT + 4, 700, face) : fontOf(TEXT - 0.5, 400, face));
  const widths = parts.map((part) => { ctx.font = font(part); return ctx.measureText(part).width; });
  const whole = widths.reduce((sum, width) => sum + width, 0);
  ctx.fillStyle = colours.paper;
  ctx.fillRect(x - whole / 2 - 2, y - LINE / 2 - 1, whole + 4, LINE + 2);
  let left = x - whole / 2;
  parts.forEach((part, place) => {
    ctx.font = font(part);
    const colour = part === selected ? colours.selection : colours.ink;
    written(ctx, [String(part)], left + widths[place] / 2, y, colour, null);
    left += widths[place];
  });
}
