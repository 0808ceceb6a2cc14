import { createHash } from 'node:crypto';
import { uuid5In } from '../../src/events/uuid5.ts';
import type { Ids } from '../../src/ports/ids.ts';

/** The namespace of a ledger that no test opens. */
export const namesOfTests = { named: uuid5In(Buffer.alloc(16, 'tests')) };

/** Ids that are the same in every run with the same seed; in the namespace of tests, unless a ledger is opened with them. */
export function seededIds(seed = 'seed'): Ids {
  let drawn = 0;
  let { named } = namesOfTests;
  const bytes = (length: number) => {
    const blocks: Buffer[] = [];
    for (let have = 0; have < length; have += 32) {
      blocks.push(createHash('sha256').update(`${seed}:${drawn++}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  };
  return {
    named: (...parts) => named(...parts),
    nameIn: (namespace) => {
      named = (...parts) => {
        named = uuid5In(namespace());
        return named(...parts);
      };
    },
    randomBytes: bytes,
    uuid: () => {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
