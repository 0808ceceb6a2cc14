import { lstat, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nullIfMissing, writeOnce } from '../adapters/node/durableFiles.ts';
import { isApiKeySecret } from '../commands/workspace/apiKeySecret.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { FirstKeyKeeper } from './firstStart.ts';

/** In the data folder; for the owner of the service alone. */
export const FIRST_KEY_FILE = 'first.key';

/** The clock of a file system is some milliseconds late. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Keeps the first key in a file, where no person sees what the service prints: logs are kept, copied and searched, and a key in
 * them is a key for all who read them. A key that lies there since the ledger was opened was kept by a start that ended before it, or
 * by another process. Anything else is replaced, a link too, and not followed, and so is the key of an earlier ledger: it may be revoked.
 * @param show shows it to a person, after which the file goes; null: the log names the file
 */
export function firstKeyFile(
  dataFolder: string,
  { ids, log, show }: { readonly ids: Ids; readonly log: Log; readonly show: ((key: string) => void) | null },
): FirstKeyKeeper {
  const path = resolve(join(dataFolder, FIRST_KEY_FILE));
  const drop = () => rm(path, { force: true });
  return {
    async keep(key, openedAtMs) {
      const found = await lstat(path).catch(nullIfMissing);
      const isEarlier = found !== null && found.mtimeMs < openedAtMs - CLOCKS_DIFFER_MS;
      if (isEarlier || (found !== null && (await keptIn(path)) === null)) await drop();
      await writeOnce(path, `${key}\n`, ids);
      const kept = await keptIn(path);
      if (kept === null) throw new Error(`the first key in ${path} vanished while it was made`);
      return kept;
    },
    async made(key) {
      if (show === null)
        log.warn(
          { file: path },
          'the first start made a key with every scope: it is in this file; remove it when you have it',
        );
      else {
        show(key);
        await drop();
      }
    },
    drop,
  };
}

/** Null when there is no key, or no file. */
async function keptIn(path: string): Promise<string | null> {
  const found = await lstat(path).catch(nullIfMissing);
  const key = found?.isFile() ? (await readFile(path, 'utf8')).trim() : '';
  return isApiKeySecret(key) ? key : null;
}
