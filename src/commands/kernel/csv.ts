export type CsvValue = string | number | boolean | null | undefined;

/** A line of comma-separated values (RFC 4180), without a line end; null is an empty cell. */
export const csvLine = (values: readonly CsvValue[]): string => values.map(cellOf).join(',');

/** Lines with the columns' names first, for people: what customers named must not be taken for a formula by a spreadsheet. */
export const csvForSpreadsheets = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvValue>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => asText(row[column])))].map(csvLine).join('\n');

/** A leading apostrophe is not shown, and has the rest taken for text. */
const asText = (value: CsvValue): CsvValue =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

function cellOf(value: CsvValue): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
