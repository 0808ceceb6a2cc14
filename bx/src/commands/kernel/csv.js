// src/commands/kernel/csv.ts
var csvLine = (values) => values.map(cellOf).join(",");
var csvForSpreadsheets = (columns, rows) => [columns, ...rows.map((row) => columns.map((column) => asText(row[column])))].map(csvLine).join("\n");
var asText = (value) => typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
function cellOf(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
export {
  csvForSpreadsheets,
  csvLine
};
//# sourceMappingURL=csv.js.map
