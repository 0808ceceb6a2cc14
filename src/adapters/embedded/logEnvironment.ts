import { type Database, open, type RootDatabase } from 'lmdb';
import { diskReserve, PAGE_BYTES } from './diskReserve.ts';

/** The log's tables, as every thread and process opens them. */
export interface LogEnvironment {
  /** Position -> record. */
  readonly events: Database<Buffer, number>;
  /** [stream, revision] -> position. */
  readonly streams: Database<number, [string, number]>;
  /** Position of the last event in the current snapshot, 0 when there is none. */
  lastPosition(): number;
  /** First step of a write transaction: room for so many more events. Throws when the disk has none. */
  reserve(events: number, bytes: number): void;
  /** Lets the next read see whatever was committed up to now, by whichever thread or process. */
  refresh(): void;
  /** Frees what readers that died left locked, so that the file does not grow on their account. */
  dropDeadReaders(): void;
  close(): Promise<void>;
}

/** Address space set aside, not disk: the file grows as it is filled, and no process ever has to map it anew. */
const MAP_BYTES = 2 ** 40;
/** Threads and processes that may read at once. */
const MAX_READERS = 512;
/** Pages that a transaction may take beside its events' own bytes: the upper levels of the trees, free lists. */
const BATCH_PAGES = 64;
/** For each event: its leaf in either table, a split now and then, and what its last page leaves unused. */
const EVENT_PAGES = 6;

/** Opens the environment in `folder`, which must exist. */
export function openLogEnvironment(folder: string): LogEnvironment {
  const root: RootDatabase<Buffer, number> = open<Buffer, number>({
    path: folder,
    noSubdir: false,
    maxDbs: 4,
    maxReaders: MAX_READERS,
    mapSize: MAP_BYTES,
    // With overlapping sync a commit would return before it is on disk: here the sync is what callers wait for.
    overlappingSync: false,
  });
  try {
    return tablesOf(root, folder);
  } catch (error) {
    // Left open it would keep lmdb from opening the files anew once the disk is well again.
    void root.close();
    throw error;
  }
}

function tablesOf(root: RootDatabase<Buffer, number>, folder: string): LogEnvironment {
  const events = root.openDB<Buffer, number>({ name: 'events', encoding: 'binary' });
  const streams = root.openDB<number, [string, number]>({ name: 'streams', encoding: 'ordered-binary' });
  const disk = diskReserve(root, folder);
  return {
    events,
    streams,
    reserve: (events, bytes) => disk.ensure(bytes + (BATCH_PAGES + events * EVENT_PAGES) * PAGE_BYTES),
    lastPosition() {
      for (const key of events.getKeys({ reverse: true, limit: 1 })) return key;
      return 0;
    },
    refresh: () => root.resetReadTxn(),
    dropDeadReaders: () => void root.readerCheck(),
    async close() {
      disk.close();
      await root.close();
    },
  };
}
