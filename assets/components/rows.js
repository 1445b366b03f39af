// The rows of a statement as a table: a column for each of its columns, and the number of the row in front.

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-rows");
    const rows = data.rows.map((cells, place) => ({ number: place + 1, cells }));
    const number = { title: "No.", looks: "kg-pinned", sort: (row) => row.number,
      fill: (cell, row) => cell.append(kgWhole.format(row.number)) };
    const table = kgTable(
      {
        caption: data.caption,
        noun: "rows",
        rows,
        columns: [number, ...data.columns.map(kgRowsColumn)],
        groups: [{ title: "All", count: 0, test: () => true }],
        numbers: (row) => [row.number],
        words: (row) => row.cells.map((cell) => cell ?? ""),
        choose: (chosen) => table.show(chosen, "row"),
      },
      ends,
    );
    root.append(table.element);
    table.reveal();
    return root;
  });
}

function kgRowsColumn({ title, numeric }, place) {
  const of = (row) => row.cells[place];
  return {
    title,
    width: 96,
    grows: true,
    sort: (row) => (numeric && of(row) !== null ? Number(of(row)) : of(row)),
    text: of,
    fill: (cell, row) => cell.append(of(row) === null ? kgElement("span", "kg-muted", "null") : kgName(of(row))),
  };
}
