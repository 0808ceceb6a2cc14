import { html } from 'hono/html';
import { positionsOf } from '../../audit/sealSearch.ts';
import { actorOf } from '../../audit/wording.ts';
import { catalogue } from '../../events/catalogue.ts';
import { type Position, plainPosition, type RecordedEvent } from '../../events/event.ts';
import { eventsAfter } from '../../follow/eventsAfter.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { askedField, positionIn, timeFields, timesIn } from '../asked.ts';
import { causationOf } from '../causation.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { addressWith, choice, figure, foreign, tableOf, timeOf } from '../elements.ts';
import { sendMade } from '../files.ts';
import { eventLink, pathIn } from '../links.ts';
import { nextLink } from '../lists.ts';
import { actorShown, namesInside, namesOfEvents, streamShown } from '../namedIds.ts';
import { type NewestAsked, newestOfLog, newestOfStream } from '../newestEvents.ts';
import { ConsoleFault, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

const SHOWN = 50;
const ORDERS = { '': 'newest first', oldest: 'oldest first' } as const;
/** Events that a page looks at; where none of them is wanted the reader goes on by a link. */
const LOOKED_AT = 2_000;
const PAGE = 500;

/** The events themselves, for auditors: by stream, or in the log's order by type, actor, correlation and time. */
export const logPages: AddPages = (routes, dependencies) => {
  const { ledger, models } = dependencies;
  const { store } = ledger;
  routes.workspacePage('log', 'log', async (visit) => {
    const { workspace } = visit;
    const { events, next } = await lookedThrough(visit, dependencies);
    const names = await namesOfEvents(models, workspace, events);
    const caption = isOldestFirst(visit) ? 'Events in the order of the log' : 'Events, the newest first';
    const body = html`<form class="row" method="get">
${askedField(visit, 'Stream', 'stream', html`placeholder="email-…"`)}
${askedField(visit, 'Type', 'type', html`list="types"`)}
<datalist id="types">${[...catalogue.keys()].map((type) => html`<option value="${type}"></option>`)}</datalist>
${askedField(visit, 'Actor or person', 'actor')}
${askedField(visit, 'Correlation', 'correlation')}
${timeFields(visit)}
${choice('Order', 'order', ORDERS, isOldestFirst(visit) ? 'oldest' : '')}
${askedField(visit, 'After position', 'after')}
<button>Show</button></form>
${tableOf<RecordedEvent>(
  caption,
  {
    Position: figure(({ position }) => plainPosition(position)),
    At: ({ metadata }) => timeOf(metadata.at),
    Type: (event) => eventLink(workspace, event, event.type),
    Stream: ({ stream }) => streamShown(names, stream),
    Actor: ({ metadata }) => actorShown(names, metadata),
  },
  events,
  'No event among those that were looked at is of this kind.',
)}
${nextLink(visit, next, next?.after && `Go on after ${next.after}`)}
<p><a href="${addressWith(visit, {}, pathIn(workspace, 'log.ndjson'))}">These events as a file (JSON Lines)</a>.
<a href="${pathIn(workspace, 'log/as-of')}">A document as it was at a moment</a>.</p>`;
    return { title: 'Log', body };
  });
  routes.workspaceFile('log.ndjson', 'log', async (visit, reply) => {
    const { events } = await lookedThrough(visit, dependencies);
    const lines = events.map((event) => `${JSON.stringify(event)}\n`);
    return sendMade(reply, 'application/x-ndjson', 'events.ndjson', lines.join(''));
  });
  routes.workspacePage('log/:stream/:revision', 'log', async (visit) => {
    const { stream = '', revision = '' } = visit.params;
    const fromRevision = /^\d{1,9}$/.test(revision) ? Number(revision) : -1;
    const [event] = fromRevision < 0 ? [] : await store.readStream(stream, { fromRevision, limit: 1 });
    if (event === undefined || event.metadata.workspace !== visit.workspace.id)
      throw nothingHere(`The workspace has no event ${revision} in ${stream}.`);
    const { correlation } = event.metadata;
    const names = await namesOfEvents(models, visit.workspace, [event]);
    const log = pathIn(visit.workspace, 'log');
    const body = html`<p>${catalogue.get(event.type)?.meaning}</p>
<p class="quiet">Position ${plainPosition(event.position)}, stream ${streamShown(names, stream)}, revision ${event.revision}, by ${actorShown(names, event.metadata)}.
<a href="${log}?${new URLSearchParams({ stream })}">The whole stream</a>.
<a href="${log}?${new URLSearchParams({ correlation })}">All that followed from the same request</a>.
<a href="${log}/as-of?${new URLSearchParams({ at: plainPosition(event.position) })}">A document as it was then</a>.</p>
${await causationOf(dependencies, visit.workspace, event)}
${await namesInside(models, visit.workspace, event.data)}
<h2>The event</h2>
<pre>${foreign(JSON.stringify(event, null, 2))}</pre>`;
    return { title: event.type, body };
  });
};

/** A position after which events are asked for is of the log's own order. */
const isOldestFirst = ({ query }: Pick<WorkspaceVisit, 'query'>) =>
  query.order === 'oldest' || Boolean(query.after);

/** The wanted events; `next`: where the reader goes on, as the query of a link, null at the end. */
async function lookedThrough(
  visit: WorkspaceVisit,
  { ledger: { store }, options }: ConsoleDependencies,
): Promise<{
  readonly events: readonly RecordedEvent[];
  readonly next: Readonly<Record<string, string>> | null;
}> {
  const { stream, type, after, before } = visit.query;
  if (type && !catalogue.has(type)) throw new ConsoleFault(400, `type: there is no event type ${type}.`);
  const { since = null, until = null } = timesIn(visit);
  const ofTimes = await positionsOf(store, { since, until });
  const asked = {
    after: after ? positionIn(after, options) : ofTimes.after,
    wanted: isWanted(visit, since, until),
    ...(type && { types: [type] }),
  };
  if (isOldestFirst(visit)) {
    const { events, next } = await (stream
      ? nextOfStream(store, stream, asked)
      : nextOfLog(store, { ...asked, until: ofTimes.until }));
    return { events, next: next === null ? null : { after: plainPosition(next), order: 'oldest' } };
  }
  const [later] = until === null ? [] : await eventsAfter(store, { after: ofTimes.until, limit: 1 });
  const end = later?.position ?? null;
  const newest = { ...asked, before: before ? positionIn(before, options) : end };
  const { events, next } = await (stream
    ? newestOfStream(store, stream, newest)
    : newestOfLog(store, newest));
  return { events, next: next && { before: plainPosition(next) } };
}

interface InOrder {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | null;
}

type Asked = Omit<NewestAsked, 'before'>;

/** The next wanted events of a stream, as many as are looked at. */
async function nextOfStream(store: EventStore, stream: string, { after, wanted }: Asked): Promise<InOrder> {
  for (let fromRevision = 0; ; fromRevision += LOOKED_AT) {
    const page = await store.readStream(stream, { fromRevision, limit: LOOKED_AT });
    const isLast = page.length < LOOKED_AT;
    const events = page.filter(({ position }) => position > after);
    if (isLast || events.length > 0)
      return { events: events.filter(wanted), next: isLast ? null : (page.at(-1)?.position ?? null) };
  }
}

/** The next wanted events of the log. */
async function nextOfLog(
  store: EventStore,
  { after, until, wanted, ...types }: Asked & { readonly until: Position },
): Promise<InOrder> {
  const events: RecordedEvent[] = [];
  let position = after;
  for (let seen = 0; seen < LOOKED_AT; ) {
    const batch = await store.readAll({ ...types, after: position, limit: PAGE });
    for (const event of batch.events) {
      if (!wanted(event)) continue;
      events.push(event);
      if (events.length === SHOWN) return { events, next: event.position };
    }
    position = batch.position;
    seen += Math.max(1, batch.events.length);
    if (batch.caughtUp || position >= until) return { events, next: null };
  }
  return { events, next: position };
}

/** Only events of the workspace: those of the whole ledger have none. */
function isWanted({ workspace, query }: WorkspaceVisit, since: string | null, until: string | null) {
  const { type, actor, correlation } = query;
  return ({ type: own, metadata }: RecordedEvent): boolean =>
    metadata.workspace === workspace.id &&
    (!type || own === type) &&
    (!actor || [metadata.actor, metadata.person, actorOf(metadata)].includes(actor)) &&
    (!correlation || metadata.correlation === correlation) &&
    (since === null || metadata.at >= since) &&
    (until === null || metadata.at <= until);
}
