export type CsvValue = string | number | boolean | null | undefined;

/** A line of comma-separated values (RFC 4180), without a line end; null is an empty cell. */
export const csvLine = (values: readonly CsvValue[]): string => values.map(cellOf).join(',');

function cellOf(value: CsvValue): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
