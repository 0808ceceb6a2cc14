import { isEmailAddress, parseMailbox } from '../commands/email/emailAddress.ts';
import { csvRecords, delimiterOf } from './csvRecords.ts';
import { type Fields, fieldName, rowFields } from './fields.ts';
import { jsonEntries } from './jsonEntries.ts';
import { textBlocks } from './textBlocks.ts';

/** A row of a file, or what is wrong with it. `place`: `line 7` of a table, `entry 7` of JSON. */
export type Row = { readonly place: string } & ({ readonly fields: Fields } | { readonly fault: string });

export interface ImportFile {
  readonly rows: AsyncIterable<Row>;
  /** What was taken for what, for people: JSON, or the delimiter and what was no UTF-8. Complete when the rows are. */
  readAs(): string;
}

/** The file is no list of what is imported. */
class ImportFileInvalid extends Error {
  override readonly name = 'ImportFileInvalid';
}

/** Names of the field that has the address, in every provider's form. */
export const ADDRESS_FIELDS = ['email', 'emailaddress', 'address', 'recipient', 'mail', 'subscriberemail'];
/** What a table without a head has after the address, in this order. */
const WITHOUT_HEAD = ['reason', 'since'];
/** A line that is longer is a fault, and not kept. */
const MAX_LINE_CHARS = 100_000;

/** The address that a field holds, also with a name, as a link, or in brackets; null: none that could be sent to. */
export function addressIn(text: string): string | null {
  const bare = text.trim().replace(/^'|^mailto:/i, '');
  const address = isEmailAddress(bare) ? bare : (parseMailbox(bare)?.address ?? '');
  return isEmailAddress(address) ? address : null;
}

/**
 * Reads a table (comma, semicolon, tab or bar between its values, with a head or without) or JSON, told apart by the first
 * character. Rows are read as they are asked for, so memory is bounded.
 * @throws ImportFileInvalid where a table with a head has no column of addresses
 */
export function importFile(path: string): ImportFile {
  const { blocks, latin1 } = textBlocks(path);
  let form = 'an empty file';
  async function* rows(): AsyncGenerator<Row> {
    const iterator = blocks[Symbol.asyncIterator]();
    let block = await iterator.next();
    while (!block.done && block.value.trim() === '') block = await iterator.next();
    if (block.done) return;
    const json = /^\s*[[{]/.test(block.value);
    const reader = json
      ? jsonRows()
      : tableRows(block.value, (found) => {
          form = found;
        });
    if (json) form = 'JSON';
    for (; !block.done; block = await iterator.next()) yield* reader.add(block.value);
    yield* reader.end();
  }
  const readAs = () => (latin1() === 0 ? form : `${form}, ${latin1()} lines of it in Latin-1`);
  return { rows: rows(), readAs };
}

interface RowReader {
  add(block: string): Iterable<Row>;
  end(): Iterable<Row>;
}

function jsonRows(): RowReader {
  const entries = jsonEntries();
  function* rowsOf(found: ReturnType<typeof entries.add>): Generator<Row> {
    for (const { entry, ...one } of found) {
      const place = `entry ${entry}`;
      if ('fault' in one) yield { place, fault: one.fault };
      else yield { place, fields: rowFields(Object.entries(one.value as object)) };
    }
  }
  return { add: (block) => rowsOf(entries.add(block)), end: () => rowsOf(entries.end()) };
}

const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function tableRows(beginning: string, onForm: (form: string) => void): RowReader {
  // Lines of old programs end with CR alone.
  const lineEnd = beginning.includes('\n') ? /\r?\n/ : /\r/;
  const delimiter = delimiterOf(beginning.trimStart().split(lineEnd)[0] ?? '');
  onForm(`a table with ${NAMES[delimiter]}`);
  let names: readonly string[] | null = null;
  let column = -1;
  const isRow = (cells: readonly string[]) => addressIn((cells[column] ?? '').replace(/^"|"$/g, '')) !== null;
  const records = csvRecords({ delimiter, isRow });
  let rest = '';

  function* rowsOf(found: ReturnType<typeof records.add>): Generator<Row> {
    for (const record of found) {
      const place = `line ${record.line}`;
      if ('fault' in record) yield { place, fault: record.fault };
      else if (names === null) {
        const address = record.cells.findIndex((cell) => addressIn(cell) !== null);
        const hasHead = address < 0;
        const others = [...WITHOUT_HEAD];
        names = hasHead
          ? record.cells
          : record.cells.map((_, at) => (at === address ? 'address' : (others.shift() ?? '')));
        column = names.findIndex((name) => ADDRESS_FIELDS.includes(fieldName(name)));
        if (column < 0)
          throw new ImportFileInvalid(
            `no column of the file has addresses: its head is ${record.cells.map((cell) => cell.trim()).join(', ')}.`,
          );
        if (!hasHead) yield rowOf(place, names, record.cells);
      } else yield rowOf(place, names, record.cells);
    }
  }
  return {
    *add(block) {
      const lines = (rest + block).split(lineEnd);
      rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
      yield* rowsOf(records.add(lines));
    },
    *end() {
      yield* rowsOf(records.add([rest]));
      yield* rowsOf(records.end());
    },
  };
}

function rowOf(place: string, names: readonly string[], cells: readonly string[]): Row {
  const surplus = cells.slice(names.length).filter((cell) => cell.trim() !== '').length;
  if (surplus > 0)
    return { place, fault: `it has ${names.length + surplus} values, and the head ${names.length} names` };
  return { place, fields: rowFields(names.map((name, index) => [name, cells[index] ?? ''])) };
}
