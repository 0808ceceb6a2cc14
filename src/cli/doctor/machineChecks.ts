import { existsSync } from 'node:fs';
import { access, constants, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ledgerIdentity, openLedgerToRead } from '../../adapters/embedded/log/ledgerFile.ts';
import { nullIfMissing } from '../../adapters/node/durableFiles.ts';
import type { Settings } from '../../config.ts';
import { lastBackup } from '../lastBackup.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';

const GIB = 1024 ** 3;
const LEAST_FREE_BYTES = GIB / 2;
const LOW_FREE_BYTES = 5 * GIB;
const SLOW_FSYNC_MS = 50;
const DAY_MS = 86_400_000;
const OLD_BACKUP_DAYS = 3;
/** fsync is measured this often, and the median counts. */
const FSYNCS = 5;

/** Checks of the machine: Node, the data folder, its disk, the master key. */
export function machineChecks(settings: Settings): readonly Check[] {
  const folder = settings.POSTLEDGER_DATA;
  const isEmbedded = settings.EVENTSTORE_URL === undefined;
  return [
    ...(isEmbedded ? [{ name: 'backup', run: () => backupCheck(folder) }] : []),
    {
      name: 'Node.js',
      run: async () => {
        const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
        return major > 20 || (major === 20 && minor >= 19)
          ? fine(`version ${process.versions.node}`)
          : wrong(`version ${process.versions.node}`, 'Install Node.js 20.19 or later.');
      },
    },
    {
      name: 'data folder',
      run: async () => {
        const there = existing(folder);
        if (there !== resolve(folder)) {
          await access(there, constants.W_OK);
          return fine(`${folder} is not there yet; the service makes it`);
        }
        await access(folder, constants.R_OK | constants.W_OK);
        const ms = await fsyncMs(folder);
        if (ms <= SLOW_FSYNC_MS)
          return fine(`${folder} can be written; a write is on disk after ${ms.toFixed(1)} ms`);
        const mend = 'Every answer waits for the disk: move POSTLEDGER_DATA to a faster one.';
        return wrong(`${folder} can be written, but a write is on disk only after ${ms.toFixed(0)} ms`, mend);
      },
    },
    {
      name: 'disk space',
      run: async () => {
        const { bavail, bsize, blocks } = await statfs(existing(folder));
        const free = bavail * bsize;
        const says = `${(free / GIB).toFixed(1)} GiB of ${((blocks * bsize) / GIB).toFixed(1)} GiB are free`;
        if (free < LEAST_FREE_BYTES) return wrong(says, 'Make room: nothing is accepted on a full disk.');
        return fine(free < LOW_FREE_BYTES ? `${says}; keep an eye on it` : says);
      },
    },
    {
      name: 'master key',
      run: async () => {
        if (settings.POSTLEDGER_MASTER_KEY !== undefined) return fine('given by POSTLEDGER_MASTER_KEY');
        const file = join(folder, 'master.key');
        const found = await stat(file).catch(nullIfMissing);
        if (found === null) return withoutKey(folder, isEmbedded);
        const mode = found.mode & 0o777;
        return (mode & 0o077) === 0
          ? fine(`${file}, readable by its owner alone; keep a copy of it apart from the data`)
          : wrong(`${file} can be read by others (mode ${mode.toString(8)})`, `Run: chmod 600 ${file}`);
      },
    },
  ];
}

/** The log of engines says itself whether a key is its own. */
function withoutKey(folder: string, isEmbedded: boolean): CheckResult {
  if (!isEmbedded || ledgerIdentity(folder) === null) return fine('none yet; the first start makes one');
  const { db, isForAuditing } = openLedgerToRead(folder);
  db.close();
  if (isForAuditing) return fine('none: a ledger for auditing has nothing sealed');
  return wrong(
    `${folder} has a ledger and not its master key, as after a restore`,
    `Put the copy that you keep apart back as ${join(folder, 'master.key')}, or set POSTLEDGER_MASTER_KEY: nothing else opens what is sealed.`,
  );
}

/** The age of the last backup: a timer that fails is noticed by nothing else. */
async function backupCheck(folder: string): Promise<CheckResult> {
  const last = await lastBackup(folder);
  if (last === null) return fine('none was made by `postledger backup` yet');
  const days = Math.floor((Date.now() - Date.parse(last.at)) / DAY_MS);
  const says = `the last one was made on ${last.at} into ${last.to}`;
  return days < OLD_BACKUP_DAYS
    ? fine(says)
    : wrong(`${says}, ${days} days ago`, 'See why `postledger backup` does not run, or does not succeed.');
}

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  const full = resolve(folder);
  return existsSync(full) ? full : existing(dirname(full));
}

/** Milliseconds that a small write takes to be on disk, the median of a few. */
async function fsyncMs(folder: string): Promise<number> {
  const path = join(folder, `.doctor-${process.pid}`);
  const file = await open(path, 'w', 0o600);
  try {
    const times: number[] = [];
    for (let n = 0; n < FSYNCS; n++) {
      const startMs = performance.now();
      await file.write('x'.repeat(4096));
      await file.datasync();
      times.push(performance.now() - startMs);
    }
    return times.sort((one, other) => one - other)[Math.floor(FSYNCS / 2)] ?? 0;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
