"use strict";
(() => {
  const value = (row, column) => {
    const cell = row.cells[column];
    return "order" in cell.dataset ? cell.dataset.order : cell.firstElementChild.textContent;
  };
  const compare = (a, b) => {
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? a.localeCompare(b) : difference;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    for (const heading of table.tHead.rows[0].cells) {
      heading.firstElementChild.addEventListener("click", () => {
        const column = heading.cellIndex;
        const numeric = heading.classList.contains("n");
        const before = heading.getAttribute("aria-sort");
        const descending = before === null ? numeric : before === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        const rows = [...body.rows].map((row) => [value(row, column), row]);
        const known = rows.filter(([key]) => key !== "");
        const unknown = rows.filter(([key]) => key === "");
        known.sort(([a], [b]) => (descending ? compare(b, a) : compare(a, b)));
        body.append(...[...known, ...unknown].map(([, row]) => row));
      });
    }
  }
  for (const button of document.querySelectorAll("[data-fold]")) {
    button.addEventListener("click", () => {
      const open = button.dataset.fold === "open";
      for (const hand of document.querySelectorAll("details.hand")) hand.open = open;
    });
  }
  for (const box of document.querySelectorAll("[data-only]")) {
    box.addEventListener("change", () => {
      document.getElementById("hands").classList.toggle("only-" + box.dataset.only, box.checked);
    });
  }
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => {
    for (const hand of document.querySelectorAll("details.hand.disputed")) hand.open = true;
  });
})();
