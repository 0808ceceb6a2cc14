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
    lines.reduce((widest, line) => Math.max(widest, widthOf(line[column] ?? '')), 0),
  );
  const padded = (text: string, column: number) =>
    text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text)));
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

/** What a terminal shows in two columns: the writings of East Asia, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;

/** In columns of a terminal. */
function widthOf(text: string): number {
  const shown = text.replace(/\p{M}|\p{Cf}/gu, '');
  return [...shown].length + (shown.match(WIDE)?.length ?? 0);
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
