import { readFileSync, statSync } from 'node:fs';
import type { Log } from '../../../ports/log.ts';
import type { Metrics } from '../../../ports/metrics.ts';

const WAL_BYTES = 'postledger_ledger_wal_bytes';
/** From here on someone keeps the write-ahead log from beginning again, which costs a start and the disk. */
const WARNING_BYTES = 256 * 1_048_576;
/** Locks of readers within the `-shm` file: SQLite's UNIX_SHM_BASE and WAL_READ_LOCK. */
const FIRST_READ_LOCK = 123;
const LAST_READ_LOCK = 127;

/** Reports the size of the ledger's write-ahead log, and warns once each time that it passes 256 MiB. */
export function walSizeReport(file: string, { log, metrics }: { log: Log; metrics: Metrics | null }) {
  let warned = false;
  return (walBytes: number): void => {
    metrics?.gauge(WAL_BYTES, walBytes);
    const isLong = walBytes >= WARNING_BYTES;
    if (isLong && !warned) {
      const readers = readersOf(`${file}-shm`);
      const named =
        readers.map(({ pid, command }) => `${pid} (${command})`).join(', ') || 'that is not known';
      log.warn(
        { walBytes, readers },
        `the write-ahead log of ${file} has grown to ${Math.floor(walBytes / 1_048_576)} MiB, because a process ` +
          `has been reading the ledger all the while: ${named}; end its transaction`,
      );
    }
    warned = isLong;
  };
}

/** The processes that read a database at this moment, this one last; none where the system does not say (Linux does). */
function readersOf(shm: string): readonly { readonly pid: number; readonly command: string }[] {
  try {
    const { ino } = statSync(shm);
    const pids = new Set<number>();
    for (const line of readFileSync('/proc/locks', 'latin1').split('\n')) {
      const [, kind, , , pid, place, from, to] = line.trim().split(/\s+/);
      if (kind !== 'POSIX' || place?.split(':')[2] !== String(ino)) continue;
      if (Number(to) >= FIRST_READ_LOCK && Number(from) <= LAST_READ_LOCK) pids.add(Number(pid));
    }
    const others = [...pids].filter((pid) => pid !== process.pid);
    return [...others, ...(pids.has(process.pid) ? [process.pid] : [])].map((pid) => ({
      pid,
      command: commandOf(pid),
    }));
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'of another container';
  }
}
