import { BEGINNING, type NewEvent, type Position } from '../../events/event.ts';
import {
  AppendTooLarge,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  LogDamaged,
  MAX_APPEND_BYTES,
  RevisionConflict,
  type SubscribeOptions,
} from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import type { LogGrowth } from '../../ports/logGrowth.ts';
import { makeFolder, syncFolder } from '../node/durableFiles.ts';
import { actualOf } from './batchMemory.ts';
import { setAsideDamagedWal } from './damagedWal.ts';
import { groupCommit } from './groupCommit.ts';
import { growthTeller } from './growthTeller.ts';
import { countedBytes, type EncodedAppend, encodeAppend, isColumnText, positionText } from './logFormat.ts';
import { type LogNews, logNews } from './logNews.ts';
import { type LogReader, logReader, nextTurn } from './logReader.ts';
import { outage } from './outage.ts';
import { type OwnStretches, ownStretches } from './ownStretches.ts';

const LONGEST_STREAM_NAME = 400;
const BATCH_EVENTS = 1_000;
/** Records that one page looks through for the types asked for; then it says how far it came. */
const PAGE_RECORDS = 100_000;
const FAULT_RETRY_MS = 100;
/**
 * A subscription reads on so long after its last reading at the soonest: while many write, each commit would be read,
 * handed to all consumers and folded by itself. What comes after a quiet moment is read at once.
 */
const GATHER_MS = 15;

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
    subscribe: (options) => subscription(options, { reader, news, own, log, isClosed: () => closed }),
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

interface Subscribed {
  readonly reader: LogReader;
  readonly news: LogNews;
  readonly own: OwnStretches;
  readonly log: Log;
  readonly isClosed: () => boolean;
}

async function* subscription(
  { after, types, signal }: SubscribeOptions,
  { reader, news, own, log, isClosed }: Subscribed,
): AsyncIterable<EventBatch> {
  const reading = outage(log, {
    begins: 'a subscription cannot read the log, it goes on trying',
    ends: 'the subscription reads the log again',
  });
  let readAtMs = Number.NEGATIVE_INFINITY;
  for (let at = place(after); !signal.aborted && !isClosed(); ) {
    await pause(readAtMs + GATHER_MS - performance.now());
    if (signal.aborted || isClosed()) return;
    // What this process wrote, and of other types than these, is passed over unread.
    const { from, until } = types === undefined ? { from: at, until: undefined } : own.unread(at, types);
    const stretch = await reader.stretch(from, BATCH_EVENTS, { types, until }).catch((error: unknown) => {
      if (!isClosed()) reading.failed(error as Error);
      return null;
    });
    if (signal.aborted) return;
    if (stretch !== null) reading.succeeded();
    if (stretch === null) await new Promise((resolve) => setTimeout(resolve, FAULT_RETRY_MS));
    else if (stretch.position === at) await news.beyond(at, signal);
    else {
      at = stretch.position;
      yield { events: stretch.events, position: positionText(at), caughtUp: stretch.atEnd };
      if (stretch.atEnd) readAtMs = performance.now();
      else await nextTurn();
    }
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
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
