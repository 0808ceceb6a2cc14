import { audience, type RecordedAudienceEvent } from '../events/audience.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** The contact ids of an audience in their order, chunk by chunk: one chunk is held at a time. */
export async function* audienceMembers(
  { readStream }: Pick<EventStore, 'readStream'>,
  audienceId: string,
): AsyncIterable<readonly string[]> {
  const stream = audience.stream(audienceId);
  for (let fromRevision = 0; ; fromRevision++) {
    const [event] = (await readStream(stream, {
      fromRevision,
      limit: 1,
    })) as readonly RecordedAudienceEvent[];
    if (event === undefined) return;
    if (event.type === 'AudienceContactsAdded') yield event.data.contactIds;
  }
}
