// The recorded edges behind an answer: the chosen one in full, all of them as a table, and the list of answers.

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-evidence");
    const card = kgCard(root, ends);
    const rows = new Map(data.rows.map((row) => [row.number, row]));
    const tell = (row) => component.setTriggerValue("hand", { number: row.number, keep: row.number < 0 });
    const go = (node) => component.setTriggerValue("go", node.id);
    const context = { data, card, rows, detail: null, tell, go };
    const parts = [];
    if (rows.size) {
      context.detail = kgDetail(context);
      root.append(context.detail.element);
      parts.push(kgEvidencePart(context, ends));
    }
    if (data.answers.length) parts.push(kgAnswersPart(context, ends));
    root.append(kgTabs(parts), ...parts.map((part) => part.table.element));
    for (const box of root.querySelectorAll(".kg-box")) box.addEventListener("scroll", card.hide, { passive: true });
    const show = (number, from) => {
      context.detail?.show(rows.get(number), from);
      for (const part of parts) part.table.show(number, from);
    };
    kgOnSelect(data.answer, ends, show);
    show(rows.has(kgSelected(data)) ? kgSelected(data) : data.first);
    return root;
  });
}

function kgCounted(number, one, many) {
  return `${kgWhole.format(number)} ${number === 1 ? one : many}`;
}

// What facts are to an answer, as a button and in a sentence; of facts that are nobody's only whether they deny a link.
const KG_PARTS = [
  ["Supporting", "for", (row) => row.standing === "for" || (!row.standing && !row.against)],
  ["Against", "against", (row) => row.standing === "against" || (!row.standing && Boolean(row.against))],
  ["Set aside", "about what was set aside", (row) => row.standing === "aside"],
  ["Beside it", "beside it", (row) => row.standing === "beside"],
];

function kgEvidencePart(context, ends) {
  const { data } = context;
  const [kept, cut] = [data.rows.filter((row) => row.number > 0), data.rows.filter((row) => row.number < 0)];
  const parts = KG_PARTS.map(([title, words, test]) => [title, words, kept.filter(test).length, (row) => row.number > 0 && test(row)]);
  const met = parts.filter(([, , count]) => count);
  const split = met.map(([, words, count]) => `${kgWhole.format(count)} ${words}`).join(", ");
  const all = kgCounted(kept.length, "fact", "facts") + (met.length > 1 || met[0]?.[0] === "Against" ? `: ${split}` : "");
  const several = met.length > 1, both = several || cut.length;
  const table = kgTable(
    {
      caption: "Evidence, one recorded fact a row; the chosen one is in full above",
      noun: "facts",
      rows: data.rows,
      columns: kgColumns(data.columns, context),
      groups: [
        { title: "All", count: both ? data.rows.length : 0, test: () => true },
        ...met.map(([title, , count, test]) => ({ title, count: several ? count : 0, test })),
        { title: "Kept", count: cut.length && !several ? kept.length : 0, test: (row) => row.number > 0 },
        { title: "Cut", count: cut.length, test: (row) => row.number < 0 },
      ],
      kinds: kgTiers(data.rows),
      numbers: (row) => [row.number],
      words: (row) => [
        row.subject.name, row.subject.id, row.phrase, row.object.name, row.object.id,
        ...(row.references ?? []), ...(row.fields ?? []).map(([, value]) => value),
      ],
      choose: (number) => kgSelect(data.answer, number, "row"),
    },
    ends,
  );
  return { title: data.title ?? "Evidence", count: cut.length ? `${all}, ${kgWhole.format(cut.length)} cut` : all, table };
}

function kgAnswersPart(context, ends) {
  const { data } = context;
  for (const row of data.answers) row.aside = row.number === null;
  const aside = data.answers.filter((row) => row.aside).length;
  const answers = data.answers.length - aside;
  const part = data.total > answers ? `${kgWhole.format(answers)} of ` : "";
  const all = kgCounted(Math.max(answers, data.total ?? 0), "answer", "answers");
  const count = part + all + (aside ? `, ${kgWhole.format(aside)} set aside` : "");
  const table = kgTable(
    {
      caption: "Answers, one thing a row",
      noun: "answers",
      rows: data.answers,
      columns: kgColumns(data.answerColumns, context),
      groups: [
        { title: "All", count: aside ? data.answers.length : 0, test: () => true },
        { title: "Answers", count: aside ? answers : 0, test: (row) => !row.aside },
        { title: "Set aside", count: aside, test: (row) => row.aside },
      ],
      kinds: kgRecordedFor(data.answers),
      kindsName: "Recorded for",
      anyKind: "Recorded for any",
      numbers: (row) => row.evidence,
      words: (row) => [row.name, row.kind, row.frequency, ...row.ids, ...row.recordedFor, ...row.byCondition, ...row.against],
      choose: (number) => kgSelect(data.answer, number, "row"),
    },
    ends,
  );
  return { title: `Answers ${kgWhole.format(answers)}`, count, table };
}

// The kinds of evidence in some rows, the strongest first; records that tell none have a kind of their own.
function kgTiers(rows) {
  const kinds = new Map();
  for (const { tier, rank } of rows) {
    const kind = kinds.get(tier) ?? { title: tier ?? "none recorded", rank: rank ?? Infinity, count: 0, test: (row) => row.tier === tier };
    kind.count += 1;
    kinds.set(tier, kind);
  }
  return [...kinds.values()].sort((one, other) => one.rank - other.rank);
}

// The kinds of what was named that the answers come from, those with most answers first.
function kgRecordedFor(rows) {
  const kinds = new Map();
  for (const title of rows.flatMap((row) => row.recordedFor)) {
    const kind = kinds.get(title) ?? { title, count: 0, test: (row) => row.recordedFor.includes(title) };
    kind.count += 1;
    kinds.set(title, kind);
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count || kgOrder.compare(one.title, other.title));
}

// The heading of the tables: tabs where there are two.
function kgTabs(parts) {
  const bar = kgElement("div", "kg-bar");
  const count = kgElement("span", "kg-count");
  const tabs = parts.map((part) =>
    kgElement(parts.length > 1 ? "button" : "span", parts.length > 1 ? "kg-tab" : "kg-title", part.title),
  );
  const turn = (place, focus) => {
    count.textContent = parts[place].count;
    parts.forEach((part, one) => {
      part.table.element.hidden = one !== place;
      if (parts.length < 2) return;
      tabs[one].setAttribute("aria-selected", String(one === place));
      tabs[one].tabIndex = one === place ? 0 : -1;
    });
    if (focus) tabs[place].focus();
    parts[place].table.reveal();
  };
  if (parts.length > 1) {
    const list = kgElement("div", "kg-tablist", ...tabs);
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Tables");
    tabs.forEach((tab, place) => {
      tab.type = "button";
      tab.setAttribute("role", "tab");
      tab.addEventListener("click", () => turn(place));
      tab.addEventListener("keydown", (event) => {
        if (event.key === "ArrowRight" || event.key === "ArrowLeft") turn(1 - place, true);
      });
      const panel = parts[place].table.element;
      tab.id = `kg-tab-${++kgCards}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
    });
    bar.append(list);
  } else bar.append(...tabs);
  bar.append(count);
  turn(0);
  return bar;
}

function kgColumns(names, context) {
  const { data, card, rows } = context;
  const text = (key) => ({ sort: (row) => row[key], fill: (cell, row) => cell.append(row[key] ?? "") });
  const named = (key) => ({ sort: (row) => row[key].name, fill: (cell, row) => cell.append(kgThing(row[key], context)) });
  const all = {
    number: { title: "No.", looks: "kg-pinned", ...text("number"),
      sort: (row) => row.number < 0 ? 1e9 - row.number : row.number,
      fill: (cell, row) => cell.append(row.number === null ? "–" : kgNumbered(row)) },
    keep: { title: "Keep", width: 44, clamped: false, text: () => "", sort: (row) => row.number < 0 ? 1 : 0,
      fill: (cell, row) => cell.append(kgKeep(row, context)) },
    score: { title: "Score", width: 64, falling: true, clamped: false, sort: (row) => row.score,
      text: () => "", fill: kgScore },
    reason: { title: "Why cut", width: 120, grows: true, ...text("reason") },
    subject: { title: "Subject", grows: true, ...named("subject") },
    relation: { title: "Relation", looks: "kg-relation", ...text("phrase") },
    object: { title: "Object", grows: true, ...named("object") },
    frequency: { title: "Frequency", falling: true, clamped: false, fill: kgShare,
      text: (row) => row.frequency?.replaceAll(" %", "\u00a0%"),
      sort: (row) => row.low === undefined ? undefined : row.low + (row.high ?? row.low) },
    onset: { title: "Onset", ...text("onset") },
    sex: { title: "Sex", ...text("sex") },
    tier: { title: "Tier", ...text("tier"), text: (row) => row.tier, sort: (row) => row.rank },
    references: { title: "References", clamped: false, grows: true, sort: (row) => row.references?.[0],
      text: ({ references: [first, ...others] = [] }) => `${first ?? ""}${others.length ? ` +${others.length}\u00a0\u00a0\u00a0` : ""}`,  // the button is wider than its words
      fill: (cell, row) => kgReferences(cell, row, context) },
    source: { title: "Source", ...text("source"),
      fill: (cell, row) => cell.append(row.source ?? kgElement("span", "kg-muted", "no source recorded")) },
    name: { title: "Name", width: 220, grows: true, sort: (row) => row.name,
      fill: (cell, row) => cell.append(kgName(row.name), ...(row.aside ? [kgElement("span", "kg-muted", " · set aside")] : [])) },
    readAs: { title: "Read as", width: 160, grows: true, sort: (row) => row.readAs.join("; "),
      fill: (cell, row) => cell.append(kgName(row.readAs.join("; "))) },
    kind: { title: "Type", ...text("kind") },
    identifiers: { title: "Identifiers", width: 130, sort: (row) => row.ids[0],
      fill: (cell, row) => row.ids.forEach((id, place) => cell.append(place ? " " : "", kgLink(id, data.links[id]))) },
    recordedFor: { title: "Recorded for", width: 160, grows: true, sort: (row) => row.recordedFor.join("; "),
      fill: (cell, row) => cell.append(kgName(row.recordedFor.join("; "))) },
    against: { title: "But also", width: 160, grows: true, sort: (row) => row.against.join("; "),
      fill: (cell, row) => cell.append(kgName(row.against.join("; "))) },
    evidence: { title: "Evidence", width: 120, falling: true, clamped: false, text: () => "",
      sort: (row) => row.evidence.length, fill: (cell, row) => kgEvidenceCell(cell, row, data, card, rows) },
  };
  all.frequency.sort = names.includes("name") ? (row) => row.frequency : all.frequency.sort;
  return names.flatMap((name) => (name === "conditions" ? kgConditions(data) : all[name]));
}

// A thing by its name, where the page goes to things as a link, which a new tab can open too.
function kgThing(node, { data, go }) {
  if (!data.goes) return kgName(node.name);
  const link = kgElement("a", "kg-thing", kgName(node.name));
  link.href = `?thing=${encodeURIComponent(node.id)}`;
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(node);
  });
  return link;
}

// A column for each of several conditions that any answer has a record for.
function kgConditions(data) {
  const columns = data.conditions.map((title, place) => {
    const of = (row) => row.byCondition[place] ?? "";
    return { title, width: 108, sort: of, fill: (cell, row) => cell.append(of(row)), filled: data.answers.some(of) };
  });
  return columns.filter(({ filled }) => filled);
}

// Whether a fact is kept, to be changed by hand; the server prunes again and draws all of it anew.
function kgKeep(row, { tell }) {
  const box = kgElement("input", "kg-keep");
  Object.assign(box, { type: "checkbox", checked: row.number > 0 });
  box.setAttribute("aria-label", `Keep ${kgNamed(row).toLowerCase()}: ${kgFact(row)}`);
  box.addEventListener("change", () => tell(row));
  const label = kgElement("label", "kg-keep-box", box);
  label.addEventListener("click", (event) => event.stopPropagation());
  return label;
}

// How near a fact is to the question, as a number and as a bar; what a person decided is marked.
function kgScore(cell, row) {
  if (row.score === undefined) return;
  cell.append(kgElement("span", "kg-whole", `${row.estimated ? "≈ " : ""}${row.score.toFixed(3)}`));
  if (row.byHand) cell.append(kgElement("span", "kg-by-hand", " by hand"));
  const bar = kgElement("span", "kg-share", kgElement("span", ""));
  bar.setAttribute("aria-hidden", "true");
  bar.firstChild.style.left = "0";
  bar.firstChild.style.width = `${100 * Math.max(0, Math.min(1, row.score))}%`;
  cell.append(bar);
}

// How often, in words and as a bar from 0 to all patients.
function kgShare(cell, row) {
  const parts = (row.frequency ?? "").split(/(\([\d.–]+ %\))/);
  const words = parts.map((part, place) => (place % 2 ? kgElement("span", "kg-whole", part) : part));
  cell.append(kgElement("span", "kg-clamp", ...words));
  if (row.low === undefined) return;
  const bar = kgElement("span", "kg-share", kgElement("span", ""));
  bar.setAttribute("aria-hidden", "true");
  const high = row.high ?? row.low;
  const from = high > row.low ? row.low : 0;
  bar.firstChild.style.left = `${100 * from}%`;
  bar.firstChild.style.width = `${100 * (high - from)}%`;
  cell.append(bar);
}

function kgReferences(cell, row, { data, detail }) {
  const [first, ...others] = row.references ?? [];
  if (first === undefined) return;
  cell.append(kgLink(first, data.links[first]));
  if (!others.length) return;
  const count = kgCounted(others.length, "more reference", "more references");
  const button = kgButton("kg-others", `+${kgWhole.format(others.length)}`, () => {
    kgSelect(data.answer, row.number, "row");
    detail.focus();
  });
  button.setAttribute("aria-label", `${count} of evidence ${kgWhole.format(row.number)}`);
  cell.append(" ", button);
}

const KG_CHIPS = 12;

function kgEvidenceCell(cell, row, data, card, rows) {
  for (const number of row.evidence.slice(0, KG_CHIPS)) cell.append(kgChip(rows.get(number), data.answer, card, row.aside));
  const more = row.evidence.length - KG_CHIPS;
  if (more > 0) cell.append(kgElement("span", "kg-muted", ` and ${kgWhole.format(more)} more`));
}
