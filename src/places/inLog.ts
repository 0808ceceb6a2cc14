import { cutParts } from '../adapters/embedded/cut.ts';
import { blobRefsIn } from '../events/blobRefs.ts';
import { BEGINNING, plainPosition } from '../events/event.ts';
import { logPages } from '../runtime/rebuild/logPages.ts';
import type { Search } from './place.ts';

const PAGE_EVENTS = 500;

/**
 * Parts of the log, by the positions of their events. The ids and blobs in these that are the person's are what other places
 * are searched for.
 */
export const inLog: Search = {
  async *find({ store }, { is, isNamedIn, ids }) {
    const learn = (_: string, value: unknown) => {
      const { deliveryId, suppressionId, contactId } = Object(value) as Readonly<Record<string, unknown>>;
      if ((deliveryId ?? suppressionId ?? contactId) && Object.values(Object(value)).some(is))
        for (const id of [deliveryId, suppressionId, contactId]) ids.add(String(id));
      return value;
    };
    for await (const { events } of logPages(store, { after: BEGINNING, limit: PAGE_EVENTS }))
      for (const { data, metadata, position } of events) {
        if (!isNamedIn(JSON.stringify([data, metadata.person], learn))) continue;
        for (const { sha256 } of blobRefsIn(data)) ids.add(sha256);
        yield plainPosition(position);
      }
  },
  cut: async ({ folder }, positions) => cutParts(folder, positions.map(Number)),
};
