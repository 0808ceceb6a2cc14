import { statSync } from 'node:fs';

/** Which file a path names now, by device and inode; null when there is none. Opens nothing. @throws where it may not be looked for */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
