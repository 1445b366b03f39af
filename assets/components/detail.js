// One recorded edge in full: what it says, every field, every reference.

function kgDetail({ data }) {
  const element = kgElement("section", "kg-detail");
  const said = kgElement("p", "kg-unseen");
  said.setAttribute("role", "status");
  const inside = kgElement("div", "");
  element.append(inside, said);
  element.tabIndex = -1;

  return {
    element,
    focus: () => (inside.querySelector(".kg-references a") ?? element).focus(),
    show(row, from) {
      if (!row) return;
      element.setAttribute("aria-label", `${kgNamed(row)} in full`);
      inside.replaceChildren(kgFactLine(row, kgNumbered(row), data.links), kgFields(row), ...kgAllReferences(row, data.links));
      // Only where the choice was made elsewhere: a row of the table is read out by itself.
      said.textContent = from && from !== "row" ? `${kgNamed(row)}: ${kgFact(row)}` : "";
      // Grows with the longest row seen and does not shrink, so that what is below does not jump.
      element.style.minHeight = `${element.offsetHeight}px`;
      element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
    },
  };
}

function kgFactLine(row, number, links) {
  const arrow = () => {
    const sign = kgElement("span", "kg-muted", " → ");
    sign.setAttribute("aria-hidden", "true");
    return sign;
  };
  const thing = (node) => [kgName(node.name, "kg-strong"), " ", kgLink(node.id, links[node.id])];
  const mark = kgElement("span", row.against || row.number < 0 ? "kg-number kg-dashed" : "kg-number", number);
  return kgElement(
    "div", "kg-detail-fact",
    mark, " ", ...thing(row.subject), arrow(), row.phrase, arrow(), ...thing(row.object),
  );
}

function kgFields(row) {
  const fields = (row.fields ?? []).map(([title, value]) =>
    kgElement("div", title === "Frequency" ? "kg-field kg-strong" : "kg-field", kgElement("dt", "", title), " ",
      kgElement("dd", "", value)),
  );
  return kgElement("dl", "kg-fields", ...fields);
}

function kgAllReferences(row, links) {
  const cited = row.references ?? [];
  if (!cited.length) return [];
  const list = kgElement("ul", "kg-references");
  for (const curie of cited) list.append(kgElement("li", "", kgLink(curie, links[curie])));
  return [kgElement("div", "kg-cited", kgElement("span", "kg-muted", "References"), " ", list)];
}
