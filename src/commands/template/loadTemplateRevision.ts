import type { Position, RecordedEvent } from '../../events/event.ts';
import type { StoredText } from '../../events/schema.ts';
import { type RecordedTemplateEvent, template } from '../../events/template.ts';
import { type Fold, foldedStream, forgetFold } from '../../follow/fold/foldedStream.ts';
import { recordedAt } from '../../follow/recordedAt.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { EMPTY_LIST, type ImmutableList, itemAt, lastPassing, withItem } from '../kernel/immutableList.ts';
import { loadText } from '../kernel/storedText.ts';

/** The body of a revision with its loaded texts. */
export interface TemplateRevision {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** The template's own variables, which those of a message override. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

export interface TemplateSources extends Pick<Ports, 'store' | 'blobs'> {
  /** For those who load the same template at one time: they share a reading. */
  readonly clock?: Pick<Clock, 'turn'>;
}

type Place = Pick<RecordedEvent, 'revision' | 'position'>;

/** Places of events in a template's stream. The texts are not copied, so that this is small. */
interface TemplatePlaces {
  /** The events of the template's revisions, in order. */
  readonly bodies: ImmutableList<Place>;
  /** The events that set the default variables. */
  readonly defaults: ImmutableList<Place>;
}

const templatePlaces: Fold<TemplatePlaces, RecordedTemplateEvent> = {
  initial: { bodies: EMPTY_LIST, defaults: EMPTY_LIST },
  evolve: ({ bodies, defaults }, { type, data, revision, position }) => {
    const place = { revision, position };
    const hasBody = type === 'TemplateCreated' || type === 'TemplateRevised';
    const hasDefaults =
      (type === 'TemplateCreated' || type === 'TemplateChanged') && data.variables !== undefined;
    return {
      bodies: hasBody ? withItem(bodies, place) : bodies,
      defaults: hasDefaults ? withItem(defaults, place) : defaults,
    };
  },
};

/**
 * The contents of a message that was accepted with this revision, also when the template has changed since. Defaults
 * belong to no revision: they are those at `asOf` (of the acceptance, or of the campaign), or, without it, the current ones. Null
 * when there is no such template or revision.
 */
export async function loadTemplateRevision(
  { store, blobs, clock }: TemplateSources,
  templateId: string,
  revision: number,
  asOf: Position | null = null,
): Promise<TemplateRevision | null> {
  const stream = template.stream(templateId);
  const { state } = await foldedStream(store, stream, templatePlaces, asOf, clock);
  const bodyAt = itemAt(state.bodies, revision - 1);
  const defaultsAt = lastPassing(state.defaults, ({ position }) => asOf === null || position <= asOf);
  const [body, set] = await Promise.all([eventAt(store, stream, bodyAt), eventAt(store, stream, defaultsAt)]);
  if (body?.type !== 'TemplateCreated' && body?.type !== 'TemplateRevised') {
    // A leader that was elected a moment ago may not show it yet: the next call reads the stream again.
    forgetFold(store, stream, templatePlaces);
    return null;
  }
  const { subject, html, text } = body.data;
  const variables =
    set?.type === 'TemplateCreated' || set?.type === 'TemplateChanged' ? set.data.variables : undefined;
  return {
    subject,
    html: html === null ? null : await loadText(blobs, html),
    text: text === null ? null : await loadText(blobs, text),
    defaults: variables === undefined ? {} : await variablesIn(blobs, variables),
  };
}

async function eventAt(
  store: EventStore,
  stream: string,
  place: Place | undefined,
): Promise<RecordedTemplateEvent | null> {
  return place === undefined ? null : recordedAt<RecordedTemplateEvent>(store, stream, place.revision);
}

async function variablesIn(blobs: Blobs, variables: StoredText): Promise<Record<string, unknown>> {
  return JSON.parse(await loadText(blobs, variables)) as Record<string, unknown>;
}
