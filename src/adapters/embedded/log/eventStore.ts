import type { NewEvent } from '../../../events/event.ts';
import type { Contents } from '../../../ports/contents.ts';
import {
  AppendTooLarge,
  type EventStore,
  type ExpectedRevision,
  LogDamaged,
  MAX_APPEND_BYTES,
  RevisionConflict,
} from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import type { LogGrowth } from '../../../ports/logGrowth.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { makeFolder, syncFolder } from '../../node/durableFiles.ts';
import { outage } from '../../node/outage.ts';
import { positionAt } from '../../position.ts';
import { closedOnError } from '../sqlite.ts';
import { walCheckpoints } from '../walCheckpoints.ts';
import { contentsIn } from './contents.ts';
import { groupCommit } from './groupCommit.ts';
import { leafReading } from './leafReading.ts';
import {
  LEDGER_FRAME_BYTES,
  ledgerIdentity,
  ledgerPath,
  openLedgerToRead,
  refuseLostLedger,
  refuseOldFolder,
} from './ledgerFile.ts';
import { openLedgerLock } from './ledgerLock.ts';
import { logEnd } from './logEnd.ts';
import { type AppendTexts, appendTexts, countedBytes, isColumnText } from './logFormat.ts';
import { type LogReader, logReader } from './logReader.ts';
import { subscription } from './logSubscription.ts';
import { pagesOf, positionNumber } from './pages.ts';
import { mendIndex } from './streamIndex.ts';
import { setAsideDamagedWal } from './walDamage.ts';
import { walSizeReport } from './walSize.ts';

const MAX_STREAM_NAME_CHARACTERS = 400;

/** The embedded log: the port, and the hints between the processes that share it. */
export interface EmbeddedEventStore extends EventStore {
  readonly growth: LogGrowth;
  /** What is wrong with its files, as a sentence; null when a start finds nothing wrong. */
  readonly damage: string | null;
  /** Whether it was imported without the parts of its events, for auditors: they are no damage where they lack. */
  readonly isForAuditing: boolean;
  readonly contents: Contents;
}

export interface EmbeddedEventStoreOptions {
  readonly log: Log;
  readonly metrics?: Metrics | null;
  /** Whether a ledger is made also where read models or blobs say that there was one. */
  readonly isNew?: boolean;
  /** Whether a ledger that is made is one for auditing. */
  readonly makesForAuditing?: boolean;
}

/**
 * The log in `ledger.sqlite` of a folder. Any number of processes of the machine may have it open: each append is
 * decided under SQLite's one write lock, so that positions are without gaps and in the order of the commits.
 * @throws DataFolderRefused when the folder is not for this version
 */
export async function embeddedEventStore(
  folder: string,
  { log, metrics = null, isNew = false, makesForAuditing = false }: EmbeddedEventStoreOptions,
): Promise<EmbeddedEventStore> {
  await makeFolder(folder);
  const { lock, reader, isFirst } = openedToRead(folder, { log, isNew, makesForAuditing });
  // The files' own entries must be on disk before their content can count as durable.
  await syncFolder(folder);
  const identity = ledgerIdentity(folder);
  const end = logEnd(folder, identity, reader);
  const checkpoints = walCheckpoints(ledgerPath(folder), reader.db, log);
  const reportWalSize = walSizeReport(ledgerPath(folder), { log, metrics });
  const leaves = leafReading(folder, reader);
  let closing: Promise<void> | null = null;
  const writing = writeOutage(log);
  const commits = groupCommit(
    { folder, identity, checksIndex: !isFirst },
    {
      onCommitted(written) {
        writing.succeeded();
        end.committed(written);
        reportWalSize(checkpoints.look() * LEDGER_FRAME_BYTES);
      },
      onFailed: writing.failed,
    },
  );

  const closed = async () => {
    await commits.close();
    await checkpoints.close();
    end.close();
    await leaves.close();
    reader.close();
    lock.close();
  };

  return {
    damage: reader.damage,
    isForAuditing: reader.isForAuditing,
    contents: () => contentsIn(reader),
    async append(stream, expected, events) {
      const encoded = checkedAppend(stream, expected, events);
      if (reader.damage !== null) throw new LogDamaged(reader.damage);
      const outcome = await commits.append(encoded);
      if ('actual' in outcome)
        throw new RevisionConflict(stream, expected, outcome.actual === -1 ? null : outcome.actual);
      return { position: positionAt(outcome.position), revision: encoded.expected + events.length };
    },
    ...pagesOf(reader),
    readLeaves: ({ after, ...options }) => leaves.read({ ...options, after: positionNumber(after) }),
    subscribe: ({ after, ...options }) =>
      subscription(
        { ...options, after: positionNumber(after) },
        { reader, end, log, isClosed: () => closing !== null },
      ),
    head: async () => positionAt(await reader.lastPosition()),
    end: async () => (reader.damage === null ? positionAt(await reader.lastPosition()) : null),
    growth: {
      startWriter: () => commits.startWriter(),
      announce: end.announce,
      onGrown: end.onGrown,
    },
    close() {
      closing ??= closed();
      return closing;
    },
  };
}

/** What is wrong with the index of streams and cannot be mended; makes the tables of a new ledger. */
function indexFault(folder: string, makesForAuditing: boolean, log: Log): string | null {
  const { db, damage } = openLedgerToRead(folder, makesForAuditing);
  try {
    if (damage !== null) return null;
    return mendIndex(db, () =>
      log.warn({}, 'the index of streams lacks an event or has a changed one: it is rebuilt'),
    );
  } finally {
    db.close();
  }
}

function writeOutage(log: Log) {
  return outage(log, {
    begins:
      'the log cannot be written: appends are refused, and each batch tries again with the file opened again',
    ends: 'the log is written again',
  });
}

/** Opens the ledger to be read, under the lock that says so to other processes, and logs what is wrong with its files. */
function openedToRead(
  folder: string,
  { log, isNew, makesForAuditing }: { log: Log; isNew: boolean; makesForAuditing: boolean },
) {
  if (!isNew) refuseLostLedger(folder);
  refuseOldFolder(folder);
  const first: { walDamage: string | null; reader: LogReader | null } = { walDamage: null, reader: null };
  const lock = openLedgerLock(folder, () => {
    first.walDamage = setAsideDamagedWal(folder);
    // Within the lock: two processes that make the tables of a new ledger at once meet 'database is locked'.
    first.reader = logReader(folder, indexFault(folder, makesForAuditing, log));
  });
  const reader = first.reader ?? closedOnError(lock, () => logReader(folder));
  if (first.walDamage !== null) log.error({}, first.walDamage);
  if (reader.damage !== null)
    log.error({}, `${reader.damage}; what can be read of it is served, nothing is appended`);
  return { lock, reader, isFirst: first.reader !== null };
}

/** @throws TypeError for arguments that only a defect can pass, AppendTooLarge */
function checkedAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): AppendTexts {
  if (events.length === 0) throw new TypeError('an append has at least one event');
  if (stream.length === 0 || stream.length > MAX_STREAM_NAME_CHARACTERS || !isColumnText(stream))
    throw new TypeError(`${JSON.stringify(stream)} is no name of a stream`);
  if (expected !== 'no-stream' && (!Number.isSafeInteger(expected) || expected < 0))
    throw new TypeError(`${expected} is no revision of an event`);
  const encoded = appendTexts(stream, expected === 'no-stream' ? -1 : expected, events);
  const bytes = countedBytes(encoded, MAX_APPEND_BYTES);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return encoded;
}
