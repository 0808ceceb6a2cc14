import { parse } from 'csv-parse/sync';

/** Values of one row, or what is wrong with it. `line`: where it begins, from 1. */
export type CsvRecord = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly fault: string }
);

export interface CsvOptions {
  readonly delimiter: string;
  /** Whether a line that continues a quoted value is a row of its own, so that a quote that never ends takes no row along. */
  isRow(cells: readonly string[]): boolean;
}

/** What a quoted value may span: a server's answer has some lines. */
const MAX_LINES = 100;
const MAX_CHARS = 65_536;

/**
 * Reads comma-separated values (RFC 4180) that come line by line. What csv-parse refuses is a fault of its first line, and
 * the next line begins a row again: a program that forgets one quote costs one row.
 */
export function csvRecords({ delimiter, isRow }: CsvOptions) {
  let lines: string[] = [];
  let first = 1;

  function span(at: number): number | null {
    let quotes = 0;
    let chars = 0;
    for (let end = at; end < lines.length && end < at + MAX_LINES && chars <= MAX_CHARS; end++) {
      const line = lines[end] ?? '';
      chars += line.length;
      quotes += line.split('"').length - 1;
      if (quotes % 2 === 0) return end - at + 1;
    }
    return null;
  }

  function quoted(at: number, count: number): readonly string[] | null {
    const own = lines.slice(at, at + count);
    if (own.slice(1).some((line) => isRow(line.split(delimiter)))) return null;
    return cellsOf(own.join('\n'), delimiter);
  }

  /** The records that are complete; with `isEnd` all that is left. */
  function* take(isEnd: boolean): Generator<CsvRecord> {
    let at = 0;
    for (; at < lines.length; ) {
      const line = lines[at] ?? '';
      const own = { line: first + at };
      if (line.length > MAX_CHARS) yield { ...own, fault: `it has more than ${MAX_CHARS} characters` };
      else if (!line.includes('"')) {
        if (line.trim() !== '') yield { ...own, cells: line.split(delimiter) };
      } else {
        const count = span(at);
        if (count === null && !isEnd && lines.length - at < MAX_LINES) break;
        const cells = count === null ? null : quoted(at, count);
        const alone = cells ?? cellsOf(line, delimiter);
        yield alone === null
          ? { ...own, fault: 'its quotes do not end, or stand within a value' }
          : { ...own, cells: alone };
        at += cells === null ? 1 : (count ?? 1);
        continue;
      }
      at += 1;
    }
    lines = lines.slice(at);
    first += at;
  }

  return {
    *add(more: readonly string[]): Generator<CsvRecord> {
      lines.push(...more);
      yield* take(false);
    },
    end: () => take(true),
  };
}

/** The values of one record; null where it is none. */
function cellsOf(text: string, delimiter: string): readonly string[] | null {
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: true } as const;
    const records = parse(text, options) as unknown as string[][];
    return records.length === 1 ? (records[0] ?? null) : null;
  } catch {
    return null;
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The one that stands in the first line most often outside quotes; a list of one column has none, and a comma does no harm. */
export function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
