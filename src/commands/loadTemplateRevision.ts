import type { Position } from '../events/envelope.ts';
import { type RecordedTemplateEvent, template } from '../events/template.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { loadText } from './storedText.ts';

/** The body of a revision, its texts loaded. */
export interface TemplateRevision {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** The template's own variables, which a send's are laid over. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/**
 * What a message accepted with this revision is made of, whatever has become of the template since. Defaults belong
 * to no revision: they are those that stood at `asOf` (the position of the acceptance), or, without it, the last ones.
 * Null when there is no such template or revision.
 */
export async function loadTemplateRevision(
  { store, blobs }: { readonly store: EventStore; readonly blobs: Blobs },
  templateId: string,
  revision: number,
  asOf: Position | null = null,
): Promise<TemplateRevision | null> {
  const events = (await store.readStream(template.stream(templateId))) as readonly RecordedTemplateEvent[];
  const body = events
    .map(({ type, data }) => (type === 'TemplateCreated' || type === 'TemplateRevised' ? data : null))
    .find((data) => data?.revision === revision);
  const variables = events
    .filter(({ position }) => asOf === null || position <= asOf)
    .map(({ type, data }) =>
      type === 'TemplateCreated' || type === 'TemplateChanged' ? data.variables : undefined,
    )
    .findLast((given) => given !== undefined);
  if (body === undefined || body === null) return null;
  return {
    subject: body.subject,
    html: body.html === null ? null : await loadText(blobs, body.html),
    text: body.text === null ? null : await loadText(blobs, body.text),
    defaults:
      variables === undefined
        ? {}
        : (JSON.parse(await loadText(blobs, variables)) as Record<string, unknown>),
  };
}
