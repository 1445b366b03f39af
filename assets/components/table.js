// A table of many rows: sorted by its heads, filtered as one types, drawn in slices, walked through with the arrow keys.

const KG_SLICE = 100;
const kgPaper = document.createElement("canvas").getContext("2d");
const kgOrder = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

// spec: caption, noun (plural), rows, groups and kinds ({title, count, test}), kindsName and anyKind (what the choice of a
// kind is called, and all of them), numbers(row), words(row), choose(number), columns
// ({title, fill, sort, falling: largest first, text: what is measured, width: at least, grows: takes room that is left}).
// Gives the element, show(number, from) and reveal().
function kgTable(spec, ends) {
  const { rows, columns } = spec;
  const state = { column: columns[0], turn: 1, group: spec.groups[0], kind: null, words: "", number: null, current: null };
  // The rows of ``order`` from place ``start`` up to ``end`` are drawn; with 2,000 rows all would take a second.
  const drawn = new Map();
  let [order, start, end] = [null, 0, 0];

  const head = kgElement("tr", "");
  const body = kgElement("tbody", "");
  const widths = columns.map((column) => kgWidth(column, rows));
  const cols = columns.map(() => kgElement("col", ""));
  const table = kgElement(
    "table", "kg-table",
    kgElement("caption", "kg-unseen", spec.caption),
    kgElement("colgroup", "", ...cols), kgElement("thead", "", head), body,
  );
  table.setAttribute("role", "grid");
  const before = kgButton("kg-more", "", () => draw(Math.max(0, start - KG_SLICE), end));
  const after = kgButton("kg-more", "", () => draw(start, end + KG_SLICE));
  const note = kgElement("p", "kg-note");
  note.setAttribute("role", "status");
  const box = kgElement("div", "kg-box", before, table, after);
  const tools = kgTools(spec, state, arrange);
  const element = kgElement("div", "kg-part", ...(rows.length > 1 ? [tools] : []), note, box);

  // What is shown, in which order, from its beginning.
  function arrange() {
    const words = state.words.trim().toLocaleLowerCase();
    order = rows.filter((row) => state.group.test(row) && (state.kind?.test(row) ?? true) && (!words || kgWords(spec, row).includes(words)));
    if (state.column !== columns[0] || state.turn !== 1) order = kgSorted(order, state.column, state.turn);
    table.setAttribute("aria-rowcount", order.length + 1);
    note.textContent = kgNote(spec, state, order);
    head.replaceChildren(...columns.map((column) => kgHead(column, columns[0], state, arrange)));
    wipe();
    draw(0, KG_SLICE);
    walk(chosen() && drawn.has(chosen()) ? chosen() : order[0]);
    box.scrollTop = 0;
  }

  function wipe() {
    body.replaceChildren();
    drawn.clear();
    [start, end, state.current] = [0, 0, null];
  }

  // Draws from one place up to another; what is already drawn stays, and stays where it is on the screen.
  function draw(from, upTo) {
    const [first, last] = drawn.size ? [start, end] : [from, from];
    const height = box.scrollHeight;
    body.prepend(...order.slice(from, first).map((row, place) => line(row, from + place)));
    const above = box.scrollHeight - height;
    body.append(...order.slice(last, upTo).map((row, place) => line(row, last + place)));
    [start, end] = [from, Math.min(upTo, order.length)];
    if (first > from && drawn.size) box.scrollTop += above;
    for (const [button, left, words] of [[before, start, "before"], [after, order.length - end, "more"]]) {
      button.hidden = !left;
      button.textContent = `Show ${kgWhole.format(Math.min(left, KG_SLICE))} ${words}, of ${kgWhole.format(left)}`;
    }
  }

  function line(row, place) {
    const made = kgLine(columns, row);
    made.setAttribute("aria-rowindex", place + 2);
    drawn.set(row, made);
    mark(row, made);
    return made;
  }

  const chosen = () => order.find((row) => spec.numbers(row).includes(state.number));

  function mark(row, made) {
    const is = spec.numbers(row).includes(state.number);
    made.classList.toggle("kg-chosen", is);
    made.setAttribute("aria-selected", String(is));
    kgPress(made, state.number);
  }

  // The row that Tab reaches, and the links and buttons in it; those of the others would be thousands of stops.
  function walk(row) {
    if (row === state.current) return;
    for (const [one, index] of [[state.current, -1], [row, 0]]) {
      const made = drawn.get(one);
      if (!made) continue;
      made.tabIndex = index;
      for (const inner of made.querySelectorAll("a, button")) inner.tabIndex = index;
    }
    state.current = row;
  }

  // Scrolls a row into the box, and nothing but the box.
  function into(row, middle = false) {
    const place = order.indexOf(row);
    if (place < start - KG_SLICE || place >= end + KG_SLICE) {
      wipe();
      draw(Math.max(0, place - KG_SLICE / 2), place + KG_SLICE / 2);
    } else draw(Math.min(start, place), Math.max(end, place + 1));
    const made = drawn.get(row);
    const top = made.offsetTop + table.offsetTop - head.offsetHeight;
    const below = top + head.offsetHeight + made.offsetHeight - box.clientHeight;
    if (box.scrollTop <= top && box.scrollTop >= below) return made;
    box.scrollTop = middle ? (top + below) / 2 : Math.min(top, Math.max(box.scrollTop, below));
    return made;
  }

  function choose(row) {
    const numbers = spec.numbers(row);
    walk(row);
    if (numbers.length && !numbers.includes(state.number)) spec.choose(numbers[0]);
  }

  const rowOf = (target) => order[Number(target.closest("tr").getAttribute("aria-rowindex")) - 2];
  body.addEventListener("click", (event) => {
    if (event.target.closest("a, button") || !document.getSelection().isCollapsed) return;
    const row = rowOf(event.target);
    choose(row);
    drawn.get(row).focus({ preventScroll: true });
  });
  body.addEventListener("focusin", (event) => walk(rowOf(event.target)));
  body.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    const own = event.target === drawn.get(row);
    const place = kgStep(event.key, order.indexOf(row), order.length);
    if (own && (event.key === "Enter" || event.key === " ")) choose(row);
    else if (place !== null) {
      into(order[place]).focus({ preventScroll: true });
      choose(order[place]);
    } else return;
    event.preventDefault();
  });
  const watch = new IntersectionObserver(
    (seen) => seen.forEach(({ target, isIntersecting }) => {
      if (!isIntersecting || target.hidden) return;
      target.click();
      // Who scrolls on before the next look would never be seen to leave: a look of its own tells whether it is still there.
      watch.unobserve(target);
      watch.observe(target);
    }), { root: box },
  );
  for (const button of [before, after]) watch.observe(button);
  const fit = new ResizeObserver(() => kgFit(columns, cols, widths, box.clientWidth));
  fit.observe(box);
  ends.push(() => (watch.disconnect(), fit.disconnect()));

  return {
    element,
    reveal() {
      if (!order) arrange();
      if (chosen()) into(chosen(), true);
    },
    show(number, from) {
      state.number = number;
      if (!order) return;
      for (const [row, made] of drawn) {
        if (made.classList.contains("kg-chosen") || spec.numbers(row).includes(number)) mark(row, made);
      }
      // What was chosen elsewhere is shown, even where the filter had hidden it.
      if (from && !chosen() && rows.some((row) => spec.numbers(row).includes(number))) tools.clear();
      if (!chosen()) return;
      if (!element.hidden) into(chosen(), from !== "row");
      walk(chosen());
    },
  };
}

// How wide a column must be so that no word is broken, within bounds, and how wide so that nothing wraps, within bounds.
function kgWidth(column, rows) {
  kgPaper.font = "13.1px Inter, sans-serif";
  const wide = (texts) => Math.max(0, ...[...new Set(texts)].map((text) => kgPaper.measureText(text).width));
  const texts = rows.slice(0, KG_SLICE).map((row) => String((column.text ?? column.sort)(row) ?? ""));
  const title = kgPaper.measureText(column.title).width + 6;
  const word = wide(texts.flatMap((text) => text.split(/[ \n]+|(?<=-)/)));
  const least = Math.max(column.width ?? 0, Math.min(Math.max(title, word), 150) + 16);
  return { least: Math.ceil(least), whole: Math.ceil(Math.max(least, Math.min(wide(texts), 320) + 16)) };
}

// What the least widths leave of a box goes first to what would wrap, then to the columns that grow, by their width.
function kgFit(columns, cols, widths, room) {
  const sum = (of) => widths.reduce((all, width, place) => all + of(width, place), 0);
  const left = Math.max(0, room - sum(({ least }) => least)), wraps = sum(({ least, whole }) => whole - least);
  const part = wraps ? Math.min(1, left / wraps) : 0;
  const grows = ({ whole }, place) => (columns[place].grows ? whole : 0);
  const more = Math.max(0, left - wraps) / (sum(grows) || 1);
  widths.forEach((width, place) => {
    cols[place].width = Math.floor(width.least + part * (width.whole - width.least) + more * grows(width, place));
  });
}

function kgWords(spec, row) {
  row.words ??= spec.words(row).join("\n").toLocaleLowerCase();
  return row.words;
}

function kgSorted(rows, column, turn) {
  const keyed = rows.map((row) => [column.sort(row), row]);
  const missing = (key) => key === undefined || key === null || key === "";
  keyed.sort(([one], [other]) => {
    if (missing(one) || missing(other)) return missing(one) - missing(other);
    return turn * (typeof one === "number" ? one - other : kgOrder.compare(one, other));
  });
  return keyed.map(([, row]) => row);
}

// Where a key leads from a place in a list; null where it leads nowhere.
function kgStep(key, place, length) {
  const steps = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + 10, PageUp: place - 10, Home: 0, End: length };
  return key in steps ? Math.max(0, Math.min(length - 1, steps[key])) : null;
}

function kgNote(spec, state, order) {
  const all = kgWhole.format(spec.rows.length);
  if (order.length === spec.rows.length) return "";
  if (order.length) return `${kgWhole.format(order.length)} of ${all} ${spec.noun} shown`;
  const words = state.words.trim();
  return words ? `None of the ${all} ${spec.noun} has “${words}” in it.` : `None of the ${all} ${spec.noun} is of this choice.`;
}

function kgLine(columns, row) {
  const line = kgElement("tr", row.number < 0 ? "kg-cut" : row.against || row.aside ? "kg-against" : "");
  line.tabIndex = -1;
  columns.forEach((column, place) => {
    const cell = kgElement(place ? "td" : "th", column.looks ?? "");
    if (!place) cell.scope = "row";
    const inside = kgElement("div", column.clamped === false ? "" : "kg-clamp");
    column.fill(inside, row);
    cell.append(inside);
    line.append(cell);
  });
  for (const inner of line.querySelectorAll("a, button")) inner.tabIndex = -1;
  return line;
}

// A head that sorts: first the natural way, then the other, then as given.
function kgHead(column, first, state, changed) {
  const is = state.column === column;
  const cell = kgElement("th", column.looks ?? "");
  cell.scope = "col";
  cell.setAttribute("aria-sort", is ? (state.turn > 0 ? "ascending" : "descending") : "none");
  const button = kgButton("kg-sort", column.title, () => {
    const natural = column.falling ? -1 : 1;
    const again = state.column === column;
    const back = again && state.turn !== natural;
    state.turn = back ? 1 : again ? -natural : natural;
    const heads = [...cell.parentElement.children];
    const row = cell.parentElement;
    state.column = back ? first : column;
    changed();
    row.children[heads.indexOf(cell)].firstElementChild.focus();
  });
  cell.append(button);
  return cell;
}

// Which kind, of evidence where nothing else is said; nothing where there is no choice.
function kgKinds(spec, state, changed) {
  const kinds = spec.kinds ?? [];
  if (kinds.length < 2) return null;
  const choice = kgElement("select", "kg-kinds", kgElement("option", "", spec.anyKind ?? "Any evidence"));
  for (const kind of kinds) choice.append(kgElement("option", "", `${kind.title} (${kgWhole.format(kind.count)})`));
  choice.setAttribute("aria-label", spec.kindsName ?? "Kind of evidence");
  choice.addEventListener("change", () => {
    state.kind = kinds[choice.selectedIndex - 1] ?? null;
    changed();
  });
  return choice;
}

// Which rows: a group of them, and those that hold what is typed.
function kgTools(spec, state, changed) {
  const tools = kgElement("div", "kg-tools");
  const groups = spec.groups.filter((group) => group.count);
  const buttons = groups.map((group) =>
    kgButton("kg-choice", `${group.title} ${kgWhole.format(group.count)}`, () => {
      state.group = group;
      press();
      changed();
    }),
  );
  const press = () =>
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(groups[place] === state.group)));
  if (groups.length > 1) {
    const choices = kgElement("div", "kg-choices", ...buttons);
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", `Which ${spec.noun}`);
    tools.append(choices);
  }
  const kinds = kgKinds(spec, state, changed);
  if (kinds) tools.append(kinds);
  const filter = kgElement("input", "kg-filter");
  Object.assign(filter, { type: "search", placeholder: "Filter", autocomplete: "off", spellcheck: false });
  filter.setAttribute("aria-label", `Filter ${spec.noun}`);
  filter.addEventListener("input", () => {
    state.words = filter.value;
    changed();
  });
  tools.append(filter);
  tools.clear = () => {
    Object.assign(state, { group: spec.groups[0], kind: null, words: "" });
    filter.value = "";
    if (kinds) kinds.selectedIndex = 0;
    press();
    changed();
  };
  press();
  return tools;
}
