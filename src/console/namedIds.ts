import { html } from 'hono/html';
import { actorOf } from '../audit/wording.ts';
import type { RecordedEvent } from '../events/event.ts';
import { isUuid } from '../events/fieldPatterns.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { foreign } from './elements.ts';
import { addressPath, idOf, type Kind, NAMED_KINDS, type Names, named, namesOf, pathIn } from './links.ts';
import { type Html, NOTHING, type Workspace } from './page.ts';

/** Of one event or document. An audience tells some hundred contacts in one. */
const MAX_SHOWN = 20;

interface Thing {
  readonly kind: Kind;
  readonly id: string;
}

/** Names by kind. */
export type KindNames = ReadonlyMap<Kind, Names>;

const isKind = (text: string): text is Kind => Object.hasOwn(NAMED_KINDS, text);

/** A stream or an actor that is a thing's own; null: it is none that has a name. */
function thingIn(text: string): Thing | null {
  const [, kind = '', id = ''] = /^([a-z]+)[-:](.+)$/.exec(text) ?? [];
  return isKind(kind) && isUuid(id) ? { kind, id } : null;
}

/** The things whose ids are fields of a value, or of what is in it. */
function* thingsOf(value: unknown): Generator<Thing> {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, one] of Object.entries(value)) {
    const [, kind = ''] = /^([a-z]+)Ids?$/.exec(field) ?? [];
    if (!isKind(kind)) yield* thingsOf(one);
    else
      for (const id of [one].flat())
        if (typeof id === 'string' && isUuid(id)) {
          yield { kind, id };
          // Of a text message it is another kind of template.
          if (kind === 'template') yield { kind: 'smsTemplate', id };
        }
  }
}

async function namesOfThings(models: ReadModels, { id }: Workspace, things: readonly Thing[]) {
  const found = (Object.keys(NAMED_KINDS) as Kind[]).map(async (kind) => {
    const ids = things.flatMap((thing) => (thing.kind === kind ? thing.id : []));
    return [kind, await namesOf(models, kind, ids, id)] as const;
  });
  return new Map(await Promise.all(found));
}

/** The names of the streams and actors of some events. */
export function namesOfEvents(
  models: ReadModels,
  workspace: Workspace,
  events: readonly Pick<RecordedEvent, 'stream' | 'metadata'>[],
): Promise<KindNames> {
  const texts = events.flatMap(({ stream, metadata }) => [stream, metadata.actor]);
  const things = texts.flatMap((text) => thingIn(text) ?? []);
  return namesOfThings(models, workspace, things);
}

/** A stream or an actor by the name of what it is of, with itself to be copied, as the fields of the log's page take it. */
function byName(names: KindNames, text: string): Html | null {
  const thing = thingIn(text);
  const name = thing && names.get(thing.kind)?.get(thing.id);
  return name ? html`${thing.kind} ${foreign(name)} ${idOf(text, `${thing.kind} ${name}`)}` : null;
}

export const streamShown = (names: KindNames, stream: string): Html | string =>
  byName(names, stream) ?? stream;

export const actorShown = (names: KindNames, metadata: RecordedEvent['metadata']): Html | string =>
  byName(names, metadata.actor) ?? actorOf(metadata);

/** What the ids in an event or a document stand for today, each by its name with its id; nothing where none has one. */
export async function namesInside(models: ReadModels, workspace: Workspace, value: unknown): Promise<Html> {
  const all = new Map([...thingsOf(value)].map((thing) => [`${thing.kind} ${thing.id}`, thing]));
  const names = await namesOfThings(models, workspace, [...all.values()].slice(0, MAX_SHOWN));
  const items = [...names].flatMap(([kind, ofKind]) =>
    [...ofKind].map(([id, name]) => {
      const { path } = NAMED_KINDS[kind];
      const href = path && pathIn(workspace, `${path}${id}`);
      return html`<li>${kind === 'smsTemplate' ? 'SMS template' : kind} ${named(ofKind, id, kind === 'contact' ? addressPath(workspace, name) : href)}</li>`;
    }),
  );
  if (items.length === 0) return NOTHING;
  const more = all.size - MAX_SHOWN;
  return html`<h2>What its ids stand for today</h2><ul class="inline">${items}${more > 0 && html`<li>and ${more} more ids</li>`}</ul>`;
}
