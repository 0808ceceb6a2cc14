import { audience } from '../../events/audience.ts';
import type { EventStore } from '../../ports/eventStore.ts';

/** The contact ids of an audience in their order, chunk by chunk: one chunk is held at a time. */
export async function* audienceMembers(
  store: Pick<EventStore, 'readStream'>,
  audienceId: string,
): AsyncIterable<readonly string[]> {
  for (let fromRevision = 0; ; fromRevision++) {
    const [event] = await audience.read(store, audienceId, { fromRevision, limit: 1 });
    if (event === undefined) return;
    if (event.type === 'AudienceContactsAdded') yield event.data.contactIds;
  }
}
