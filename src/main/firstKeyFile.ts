import { join, resolve } from 'node:path';
import { chownLikeFolder, writeDurably } from '../adapters/node/durableFiles.ts';
import type { Log } from '../ports/log.ts';

/** In the data folder; for the owner of the service alone. */
export const FIRST_KEY_FILE = 'first.key';

/**
 * Writes the first key where no person sees what the service prints: logs are kept, copied and searched, and a key in them is
 * a key for all who read them. What lies there already is replaced, a link too, and not followed.
 */
export async function writeFirstKey(dataFolder: string, key: string, log: Log): Promise<void> {
  const path = resolve(join(dataFolder, FIRST_KEY_FILE));
  await writeDurably(path, `${key}\n`);
  chownLikeFolder(path);
  log.warn(
    { file: path },
    'the first start made a key with every scope: it is in this file; remove it when you have it',
  );
}
