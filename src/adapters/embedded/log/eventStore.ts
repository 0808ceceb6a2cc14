import { BEGINNING, type NewEvent, type Position } from '../../../events/event.ts';
import {
  AppendTooLarge,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  LogDamaged,
  MAX_APPEND_BYTES,
  RevisionConflict,
} from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import type { LogGrowth } from '../../../ports/logGrowth.ts';
import { makeFolder, syncFolder } from '../../node/durableFiles.ts';
import { setAsideDamagedWal } from '../damagedWal.ts';
import { outage } from '../outage.ts';
import { actualOf } from './batchMemory.ts';
import { groupCommit } from './groupCommit.ts';
import { growthTeller } from './growthTeller.ts';
import { countedBytes, type EncodedAppend, encodeAppend, isColumnText, positionText } from './logFormat.ts';
import { logNews } from './logNews.ts';
import { type LogReader, logReader, nextTurn } from './logReader.ts';
import { subscription } from './logSubscription.ts';
import { ownStretches } from './ownStretches.ts';

const LONGEST_STREAM_NAME = 400;
/** Records that one page looks through for the types asked for; then it says how far it came. */
const PAGE_RECORDS = 100_000;

/** The embedded log: the port, and what the processes that share it tell each other. */
export interface EmbeddedEventStore extends EventStore {
  readonly growth: LogGrowth;
  /** What is wrong with its files, as a sentence; null when nothing is, as far as the opening looks. */
  readonly damage: string | null;
}

/**
 * The log in `ledger.sqlite` of a folder. Any number of processes of the machine may have it open: each append is
 * decided under SQLite's one write lock, so that positions are without gaps and in the order of the commits.
 * @throws DataFolderRefused when the folder is not for this version
 */
export async function embeddedEventStore(folder: string, { log }: { log: Log }): Promise<EmbeddedEventStore> {
  await makeFolder(folder);
  const spoilt = setAsideDamagedWal(folder);
  const reader = logReader(folder);
  if (spoilt !== null) log.error({}, spoilt);
  if (reader.damage !== null)
    log.error({}, `${reader.damage}; what can be read of it is served, nothing is appended`);
  // The files' own entries must be on disk before anything in them can count as kept.
  await syncFolder(folder);
  const news = logNews(reader.lastPosition);
  const growth = growthTeller();
  const own = ownStretches();
  let closed = false;
  let closing: Promise<void> | null = null;
  const writing = outage(log, {
    begins:
      'the log cannot be written: appends are refused, and each batch tries again with the file opened again',
    ends: 'the log is written again',
  });
  const commits = groupCommit(folder, {
    onCommitted(written) {
      writing.succeeded();
      own.add(written);
      news.announce(written.last);
      growth.tell(positionText(written.last));
    },
    onFailed: writing.failed,
  });

  const end = async () => {
    closed = true;
    await commits.close();
    growth.close();
    news.close();
    reader.close();
  };

  return {
    damage: reader.damage,
    async append(stream, expected, events) {
      const encoded = checkedAppend(stream, expected, events);
      if (reader.damage !== null) throw new LogDamaged(reader.damage);
      const outcome = await commits.append(encoded);
      if (outcome > 0) return { position: positionText(outcome), revision: encoded.expected + events.length };
      const actual = actualOf(outcome);
      throw new RevisionConflict(stream, expected, actual === -1 ? null : actual);
    },
    readStream: (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
      reader.stream(stream, fromRevision, limit),
    readAll: async ({ after, limit, types }) => readPage(reader, place(after), limit, types),
    subscribe: (options) =>
      subscription(
        { ...options, after: place(options.after) },
        { reader, news, own, log, isClosed: () => closed },
      ),
    head: async () => positionText(await reader.lastPosition()),
    end: async () => (reader.damage === null ? positionText(await reader.lastPosition()) : null),
    growth: {
      startWriter: () => commits.startWriter(),
      announce: (position) => news.announce(place(position)),
      onGrown: growth.onGrown,
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** @throws TypeError for what no caller can mean, AppendTooLarge */
function checkedAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): EncodedAppend {
  if (events.length === 0) throw new TypeError('an append has at least one event');
  if (stream.length === 0 || stream.length > LONGEST_STREAM_NAME || !isColumnText(stream))
    throw new TypeError(`${JSON.stringify(stream)} is no name of a stream`);
  const encoded = encodeAppend(stream, expected === 'no-stream' ? -1 : revision(expected), events);
  const bytes = countedBytes(encoded, MAX_APPEND_BYTES);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return encoded;
}

/** Looks for the types through so many records as a page may. */
async function readPage(
  reader: LogReader,
  after: number,
  limit: number,
  types?: readonly string[],
): Promise<EventBatch> {
  if (limit <= 0) return { events: [], position: positionText(after), caughtUp: false };
  // A reader that goes page by page lets the rest of the process have its turns.
  await nextTurn();
  const first = await reader.stretch(after, limit, { types });
  const { events } = first;
  let { position, atEnd } = first;
  while (!atEnd && events.length < limit && position - after < PAGE_RECORDS) {
    await nextTurn();
    const next = await reader.stretch(position, limit - events.length, { types });
    for (const event of next.events) events.push(event);
    ({ position, atEnd } = next);
  }
  return { events, position: positionText(position), caughtUp: atEnd };
}

function place(position: Position): number {
  const at = Number(position);
  if (position.length !== BEGINNING.length || !Number.isSafeInteger(at) || at < 0)
    throw new TypeError(`${JSON.stringify(position)} is no position`);
  return at;
}

function revision(expected: number): number {
  if (!Number.isSafeInteger(expected) || expected < 0)
    throw new TypeError(`${expected} is no revision of an event`);
  return expected;
}
