import { type Database, open, type RootDatabase } from 'lmdb';
import { diskReserve, PAGE_BYTES } from './diskReserve.ts';

/** The tables that all collections share; each collection's keys begin with its number. */
export interface DocumentEnvironment {
  /** Collection number and key -> row. */
  readonly rows: Database<Buffer, Buffer>;
  /** Collection number, index number, values, key -> the key in `rows`. */
  readonly entries: Database<Buffer, Buffer>;
  /** Collection name -> what it is; and the names of what is being dropped. */
  readonly collections: Database<CollectionEntry, string>;
  /**
   * Runs the callback in a write transaction, committed when the promise resolves.
   * `puts` and `bytes`: what it will write at most. Rejects before it began when the disk has no room for that.
   */
  write<Result>(puts: number, bytes: number, change: () => Result): Promise<Result>;
  /** Lets the next read see what other processes committed. */
  refresh(): void;
  close(): Promise<void>;
}

export interface CollectionEntry {
  readonly number: number;
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** Address space set aside, not disk. */
const MAP_BYTES = 2 ** 40;
const MAX_READERS = 512;
/** Pages that a transaction may take beside its rows' own bytes: the upper levels of the trees, free lists. */
const BATCH_PAGES = 64;
/** For each put: its leaf, and a split now and then. */
const PUT_PAGES = 2;

/** Opens the environment in `folder`, which must exist. What is in it can be built anew from the log. */
export function openDocumentEnvironment(
  folder: string,
  { synced }: { synced: boolean },
): DocumentEnvironment {
  const root: RootDatabase<Buffer, Buffer> = open<Buffer, Buffer>({
    path: folder,
    noSubdir: false,
    maxDbs: 8,
    maxReaders: MAX_READERS,
    mapSize: MAP_BYTES,
    // Syncs would compete with those of the log, which callers wait for. Where they can't be left out (bootFolder.ts),
    // every write waits for its own.
    overlappingSync: false,
    noSync: !synced,
  });
  const table = (name: string) =>
    root.openDB<Buffer, Buffer>({ name, keyEncoding: 'binary', encoding: 'binary' });
  const rows = table('rows');
  const disk = diskReserve(root, folder);
  return {
    rows,
    entries: table('entries'),
    collections: root.openDB<CollectionEntry, string>({ name: 'collections', encoding: 'json' }),
    // Not lmdb's own asynchronous transactions: their commit, in lmdb 3.5's thread, reads memory that was never set
    // when the list of free pages is long, and then fails (MDB_BAD_TXN, as an unhandled rejection beside the answer).
    write: async (puts, bytes, change) =>
      rows.transactionSync(() => {
        disk.ensure(bytes + (BATCH_PAGES + puts * PUT_PAGES) * PAGE_BYTES);
        return change();
      }),
    refresh: () => root.resetReadTxn(),
    async close() {
      disk.close();
      await root.close();
    },
  };
}
