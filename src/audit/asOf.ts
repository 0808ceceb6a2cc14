import { audience } from '../events/audience.ts';
import type { Category } from '../events/category.ts';
import { contact } from '../events/contact.ts';
import { email } from '../events/email.ts';
import { BEGINNING, type RecordedEvent } from '../events/event.ts';
import { sms } from '../events/sms.ts';
import { template } from '../events/template.ts';
import { webhookDelivery } from '../events/webhookDelivery.ts';
import { type Folding, foldEvent, UNFOLDED } from '../follow/fold/foldEvent.ts';
import type { AnyProjection, Projection } from '../follow/fold/projection.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { logPages } from '../rebuild/logPages.ts';

/** Up to where the log is asked. */
export type Moment =
  /** A position, inclusive, in twenty digits. */
  | { readonly position: string }
  /** Milliseconds since 1970, inclusive: up to the first event whose own time is later. */
  | { readonly atMs: number };

/** A document as it was. */
export interface AsOf<Document extends object = object> {
  /** Null: there was none. */
  readonly document: Document | null;
  /** The event that changed it last until then; null: none had. */
  readonly last: RecordedEvent | null;
}

/** What was looked at more: events of the log, and those of them that concern the documents. */
export type OnLooked = (events: number, own: number) => void;

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'head'>;

const PAGE = 2_000;

type Categories = readonly Pick<Category, 'stream'>[];

/** The read models of which each document is the fold of its own stream, of one of these categories: its key begins with the id. */
const CATEGORIES: Readonly<Record<string, Categories>> = {
  audiences: [audience],
  contacts: [contact],
  messages: [email, sms],
  sms_messages: [sms],
  templates: [template],
  webhook_deliveries: [webhookDelivery],
};

/**
 * Documents of a read model as they were at a moment, by their keys: folded from their own streams where the key names them, else
 * from the log up to there. The live document at a position is the same (decision 0001).
 * @throws EventStoreUnavailable
 */
export async function documentsAsOf<Document extends object, Event extends RecordedEvent>(
  log: Log,
  of: Projection<Document, Event>,
  keys: readonly string[],
  moment: Moment,
  onLooked: OnLooked = () => {},
): Promise<ReadonlyMap<string, AsOf<Document>>> {
  const projection = of as unknown as AnyProjection;
  const foldings = new Map<string, Folding>(keys.map((key) => [key, UNFOLDED]));
  const lasts = new Map<string, RecordedEvent>();
  for await (const events of eventsUntil(log, projection, keys, moment)) {
    let own = 0;
    for (const event of events) {
      const touched = projection.keys(event).filter((key) => foldings.has(key));
      if (touched.length > 0) own++;
      for (const key of touched) {
        const before = foldings.get(key) ?? UNFOLDED;
        const after = foldEvent(projection, before, event, key);
        if (after === before) continue;
        foldings.set(key, after);
        lasts.set(key, event);
      }
    }
    onLooked(events.length, own);
  }
  const found = [...foldings].map(
    ([key, { document }]) =>
      [key, { document: document as Document | null, last: lasts.get(key) ?? null }] as const,
  );
  return new Map(found);
}

/** All events until the moment that may concern these documents, in log order for each of them. */
async function* eventsUntil(
  log: Log,
  projection: AnyProjection,
  keys: readonly string[],
  moment: Moment,
): AsyncIterable<readonly RecordedEvent[]> {
  const { name, types } = projection;
  const categories = CATEGORIES[name];
  const ids = new Set(keys.map((key) => key.replace(/\/.*/s, '')));
  const sources =
    categories === undefined
      ? [wholeLog(log, projection, moment)]
      : [...ids].map((id) => ownEvents(log, categories, id));
  for (const source of sources)
    for await (const page of source) {
      const end = page.findIndex((event) => isAfter(event, moment));
      const events = end === -1 ? page : page.slice(0, end);
      yield events.filter(({ type }) => types.includes(type));
      if (end !== -1) break;
    }
}

const isAfter = ({ position, metadata }: RecordedEvent, moment: Moment): boolean =>
  'position' in moment ? position > moment.position : Date.parse(metadata.at) > moment.atMs;

/** Those of the streams with this id, in log order. */
async function* ownEvents(
  log: Log,
  categories: Categories,
  id: string,
): AsyncIterable<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (const { stream } of categories)
    for (
      let page: readonly RecordedEvent[] = [], from = 0;
      from === 0 || page.length === PAGE;
      from += PAGE
    ) {
      page = await log.readStream(stream(id), { fromRevision: from, limit: PAGE });
      events.push(...page);
    }
  yield events.sort((one, other) => (one.position < other.position ? -1 : 1));
}

async function* wholeLog(
  log: Log,
  { types, readsParts = false }: AnyProjection,
  moment: Moment,
): AsyncIterable<readonly RecordedEvent[]> {
  const end = await log.head();
  const until = 'position' in moment && moment.position < end ? moment.position : end;
  const range = { after: BEGINNING, until, limit: PAGE, types, withoutParts: !readsParts };
  for await (const { events } of logPages(log, range)) yield events;
}
