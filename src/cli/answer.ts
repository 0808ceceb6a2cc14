import Table from 'cli-table3';

/** What a command prints: `data` for `--json`, `text` for people. */
export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
  /** The command did its work and found something wrong: exit code 5. */
  readonly failed?: boolean;
}

const LINES =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const NO_LINES = Object.fromEntries(LINES.split(' ').map((place) => [place, '']));

/** Rows under headings, without lines, so that they can be selected, cut and searched. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const drawn = new Table({
    head: [...headings],
    chars: { ...NO_LINES, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) drawn.push(row.map(cell));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
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
