import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'boot';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Readies a folder whose files are written without syncing. They survive the death of any process, since the kernel
 * holds them, but not that of the kernel: after another boot nothing in them can be trusted, and they are removed.
 * Returns whether syncing may be left out, which needs a system that tells one boot from the next.
 */
export function discardAfterReboot(folder: string): boolean {
  const boot = bootId();
  const mark = join(folder, MARK);
  const marked = existsSync(mark) ? readFileSync(mark, 'latin1') : null;
  if (boot !== null && marked !== boot) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (boot !== null && marked !== boot) writeFileSync(mark, boot);
  return boot !== null;
}

function bootId(): string | null {
  try {
    return readFileSync(BOOT_ID, 'latin1').trim();
  } catch {
    return null;
  }
}
