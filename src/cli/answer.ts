import stringWidth from 'string-width';

/** What a command prints: `data` for `--json`, `text` for people. */
export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
  /** The command did its work and found something wrong: exit code 5. */
  readonly failed?: boolean;
}

/** Rows under headings, without lines, so that they can be selected, cut and searched. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, stringWidth(line[column] ?? '')), 0),
  );
  const padded = (text: string, column: number) =>
    text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

/** A list for people: a table, or a sentence when there is nothing. */
export function listing(
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
  whenEmpty: string,
): string {
  return rows.length === 0 ? whenEmpty : table(headings, rows);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(printable).join(', ');
  return printable(String(value));
}

/** Texts of customers may hold escape sequences: a terminal must not obey them. */
export function printable(value: unknown): string {
  return String(value).replace(
    /\p{Cc}/gu,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
