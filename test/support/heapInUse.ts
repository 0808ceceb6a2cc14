import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the heap that are still in use after a full garbage collection: what a structure keeps shows in them. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('this runtime offers no garbage collection');
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
