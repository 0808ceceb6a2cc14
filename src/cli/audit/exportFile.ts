import { createHash, type Hash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type ExportEnd, type ExportHeader, isEnd, parsedLine } from '../../audit/exportFormat.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { CliError } from '../cli.ts';
import { linesOf } from './linesOf.ts';

/** An export that is being written; its lines are on the disk once `end` resolves. */
export interface ExportFile {
  /** Of the last event that it holds. */
  readonly after: Position;
  /** Events that it held when it was opened. */
  readonly held: number;
  /** Of a file that is whole already; null of one that goes on. */
  readonly ended: ExportEnd['end'] | null;
  append(lines: string, events: number): Promise<void>;
  end(seal: ExportEnd['end']['seal']): Promise<ExportEnd['end']>;
}

/** What a file holds in whole lines. */
interface Held {
  readonly written: Hash;
  readonly bytes: number;
  readonly events: number;
  readonly last: ReturnType<typeof parsedLine>;
}

/**
 * Opens a file for an export, or to go on with one that was broken off: what follows its last whole line is cut off. The action
 * has it alone.
 * @throws CliError when another export writes into it, it holds something else, or is no regular file
 */
export async function withExportFile<Result>(
  file: string,
  header: ExportHeader,
  action: (opened: ExportFile) => Promise<Result>,
): Promise<Result> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new CliError(`${file} is no regular file: an export is read again where it goes on.`, 'usage');
  const { openLockFile, takeLockAlone } = await import('../../adapters/embedded/sqlite.ts');
  const lock = openLockFile(`${file}.lock`, 0);
  const isOurs = takeLockAlone(lock);
  const giveBack = () => {
    if (isOurs) rmSync(`${file}.lock`, { force: true });
  };
  // Ctrl-C ends the process without coming back here.
  process.once('exit', giveBack);
  try {
    if (!isOurs) throw new CliError(`another export writes into ${file}.`, 'unavailable');
    // It may hold personal data.
    const handle = await open(file, 'a+', 0o600);
    try {
      return await action(await openedFile(file, handle, header));
    } finally {
      await handle.close();
    }
  } finally {
    process.off('exit', giveBack);
    giveBack();
    lock.close();
  }
}

async function openedFile(file: string, handle: FileHandle, header: ExportHeader): Promise<ExportFile> {
  const { written, bytes, events: held, last } = await heldBy(file, header, (await handle.stat()).size);
  let events = held;
  const write = async (text: string) => {
    const buffer = Buffer.from(text);
    written.update(buffer);
    await handle.appendFile(buffer);
  };
  const ended = isEnd(last) ? last.end : null;
  if (ended === null) {
    await handle.truncate(bytes);
    if (bytes === 0) await write(`${JSON.stringify(header)}\n`);
  }
  return {
    after: held === 0 ? BEGINNING : (last as RecordedEvent).position,
    held,
    ended,
    async append(lines, more) {
      events += more;
      await write(lines);
    },
    async end(seal) {
      const end = { events, sha256: written.copy().digest('hex'), seal };
      await write(`${JSON.stringify({ end } satisfies ExportEnd)}\n`);
      await handle.sync();
      return end;
    },
  };
}

/** @throws CliError when the file has a first line other than this header's */
async function heldBy(file: string, header: ExportHeader, size: number): Promise<Held> {
  const written = createHash('sha256');
  const expected = JSON.stringify(header);
  let bytes = 0;
  let lines = 0;
  let last: Buffer | null = null;
  for await (const line of linesOf(file)) {
    if (lines === 0 && line.toString() !== expected) throw new CliError(refusalOf(file, line.toString()));
    last = line;
    lines += 1;
    bytes += line.length + 1;
    written.update(line).update('\n');
  }
  // A first line that was cut off is a part of ours, or else the file is not ours to cut.
  if (lines === 0 && size > 0 && (size > expected.length || !(await beginsAs(file, expected, size))))
    throw new CliError(refusalOf(file, ''));
  const lastLine = last && parsedLine(last.toString());
  return { written, bytes, events: Math.max(0, lines - (isEnd(lastLine) ? 2 : 1)), last: lastLine };
}

async function beginsAs(file: string, expected: string, bytes: number): Promise<boolean> {
  return (await readFile(file, 'utf8')) === expected.slice(0, bytes);
}

function refusalOf(file: string, line: string): string {
  const other = parsedLine(line) as ExportHeader | null;
  return other?.format?.startsWith('postledger export ')
    ? `${file} is an export of another ledger, of another format or filter, or differs by --personal: name another file.`
    : `${file} is no export: name another file.`;
}
