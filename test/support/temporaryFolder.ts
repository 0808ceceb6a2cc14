import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

const left = new Set<string>();

/** A folder of its own for one test. What a failed test has not removed goes when the process ends. */
export function temporaryFolder(): TemporaryFolder {
  if (left.size === 0) process.once('exit', removeLeft);
  const path = mkdtempSync(join(tmpdir(), 'postledger-test-'));
  left.add(path);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      left.delete(path);
      if (left.size === 0) process.off('exit', removeLeft);
    },
  };
}

function removeLeft(): void {
  for (const path of left)
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A process that still writes there must not turn a failure of the test into another one.
    }
}
