// src/cli/answer.ts
import Table from "cli-table3";
function table(headings, rows) {
  const none = [
    "top",
    "top-mid",
    "top-left",
    "top-right",
    "bottom",
    "bottom-mid",
    "bottom-left",
    "bottom-right"
  ];
  const inner = ["left", "left-mid", "mid", "mid-mid", "right", "right-mid"];
  const drawn = new Table({
    head: [...headings],
    chars: { ...Object.fromEntries([...none, ...inner].map((place) => [place, ""])), middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 }
  });
  for (const row of rows) drawn.push(row.map(cell));
  return drawn.toString().split("\n").map((line) => line.trimEnd()).join("\n");
}
function listing(headings, rows, whenEmpty) {
  return rows.length === 0 ? whenEmpty : table(headings, rows);
}
function cell(value) {
  if (value === null || value === void 0) return "-";
  if (Array.isArray(value)) return value.map(printable).join(", ");
  return printable(String(value));
}
function printable(value) {
  return String(value).replace(
    new RegExp("\\p{Cc}", "gu"),
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`
  );
}
export {
  listing,
  printable,
  table
};
//# sourceMappingURL=answer.js.map
