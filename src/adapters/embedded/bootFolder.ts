import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * A folder within `folder` for files that are written without syncing. They survive the death of any process, since
 * the kernel holds them, but not that of the kernel: what an earlier boot left cannot be trusted, and is removed. Each
 * boot has a folder of its own name, so that processes that start side by side agree without a word.
 * Null where the system does not tell one boot from the next: then whatever is written must be synced.
 */
export function folderOfBoot(folder: string, boot: string | null = bootId()): string | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (boot === null) return null;
  for (const name of readdirSync(folder))
    if (name !== boot) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  const own = join(folder, boot);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

function bootId(): string | null {
  try {
    return readFileSync(BOOT_ID, 'latin1').trim();
  } catch {
    return null;
  }
}
