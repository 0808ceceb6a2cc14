import { randomBytes, randomUUID } from 'node:crypto';
import { uuid5In } from '../../events/uuid5.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { Ids } from '../../ports/ids.ts';

/** The ids of one ledger. */
export function randomIds(): Ids {
  let named: Ids['named'] = () => {
    throw new EventStoreUnavailable('the beginning of the log was not read, so that no id can be made');
  };
  return {
    uuid: () => randomUUID(),
    randomBytes: (length) => randomBytes(length),
    named: (...parts) => named(...parts),
    nameIn: (namespace) => {
      named = (...parts) => {
        named = uuid5In(namespace());
        return named(...parts);
      };
    },
  };
}
