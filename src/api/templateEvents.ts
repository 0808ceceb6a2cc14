import type { Position } from '../events/event.ts';
import { type RecordedTemplateEvent, template } from '../events/template.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** Events in memory at a time: each may hold two texts of 64 KB. */
const PAGE = 20;

/** A template's events up to a position, page by page. */
export async function* templateEvents(
  store: EventStore,
  templateId: string,
  upTo: Position,
): AsyncIterable<readonly RecordedTemplateEvent[]> {
  const stream = template.stream(templateId);
  for (let fromRevision = 0; ; fromRevision += PAGE) {
    const page = (await store.readStream(stream, { fromRevision, limit: PAGE })) as RecordedTemplateEvent[];
    yield page.filter(({ position }) => position <= upTo);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || last.position >= upTo) return;
  }
}
