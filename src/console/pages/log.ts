import { html } from 'hono/html';
import { positionsOf } from '../../audit/sealSearch.ts';
import { actorOf } from '../../audit/wording.ts';
import { catalogue } from '../../events/catalogue.ts';
import { BEGINNING, type Position, plainPosition, type RecordedEvent } from '../../events/event.ts';
import { instant } from '../../ports/clock.ts';
import { causationOf } from '../causation.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { addressWith, choice, field, foreign } from '../elements.ts';
import { eventTable } from '../eventTable.ts';
import { pathIn } from '../layout.ts';
import { actorShown, namesInside, namesOfEvents, streamShown } from '../namedIds.ts';
import { newestOfLog, newestOfStream } from '../newestEvents.ts';
import { ConsoleFault, NOTHING, nothingHere, type WorkspaceVisit } from '../page.ts';
import { positionIn } from '../places.ts';
import type { AddPages } from '../routes.ts';
import { instantIn } from './messages.ts';

const SHOWN = 50;
const ORDERS = { '': 'newest first', oldest: 'oldest first' } as const;
/** Later than every event: where a page of the newest ones begins. */
const AFTER_ALL = '9'.repeat(BEGINNING.length);
/** Events that a page looks at; where none of them is wanted the reader goes on by a link. */
const LOOKED_AT = 2_000;
const PAGE = 500;

/** The events themselves, for auditors: by stream, or in the log's order by type, actor, correlation and time. */
export const logPages: AddPages = (routes, dependencies) => {
  const { ledger, models } = dependencies;
  const { store } = ledger;
  routes.workspacePage('log', 'log', async (visit) => {
    const { query } = visit;
    const { events, next } = await lookedThrough(visit, dependencies);
    const last =
      next === null
        ? NOTHING
        : html`<p><a href="${addressWith(visit, next.query)}" rel="next">${next.says}</a></p>`;
    const caption = isOldestFirst(visit) ? 'Events in the order of the log' : 'Events, the newest first';
    const body = html`<form class="row" method="get">
${field('Stream', 'stream', html`value="${query.stream ?? ''}" placeholder="email-…"`)}
${field('Type', 'type', html`list="types" value="${query.type ?? ''}"`)}
<datalist id="types">${[...catalogue.keys()].map((type) => html`<option value="${type}"></option>`)}</datalist>
${field('Actor or person', 'actor', html`value="${query.actor ?? ''}"`)}
${field('Correlation', 'correlation', html`value="${query.correlation ?? ''}"`)}
${field('Since (UTC)', 'since', html`value="${query.since ?? ''}" placeholder="2026-03-01"`)}
${field('Until (UTC)', 'until', html`value="${query.until ?? ''}" placeholder="2026-03-02"`)}
${choice('Order', 'order', ORDERS, isOldestFirst(visit) ? 'oldest' : '')}
${field('After position', 'after', html`value="${query.after ?? ''}"`)}
<button>Show</button></form>
${eventTable(caption, visit.workspace, events, await namesOfEvents(models, visit.workspace, events))}
${last}
<p><a href="${addressWith({ ...visit, url: pathIn(visit.workspace, 'log.ndjson') }, {})}">These events as a file (JSON Lines)</a>.
<a href="${pathIn(visit.workspace, 'log/as-of')}">A document as it was at a moment</a>.</p>`;
    return { title: 'Log', body };
  });
  routes.workspaceFile('log.ndjson', 'log', async (visit, reply) => {
    const { events } = await lookedThrough(visit, dependencies);
    return reply
      .type('application/x-ndjson')
      .header('content-disposition', 'attachment; filename="events.ndjson"')
      .send(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
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

interface LookedThrough {
  readonly events: readonly RecordedEvent[];
  /** Where the reader goes on, as the query of a link; null at the end. */
  readonly next: { readonly query: Readonly<Record<string, string>>; readonly says: string } | null;
}

/** A position after which events are asked for is of the log's own order. */
const isOldestFirst = ({ query }: Pick<WorkspaceVisit, 'query'>) =>
  query.order === 'oldest' || Boolean(query.after);

async function lookedThrough(
  visit: WorkspaceVisit,
  dependencies: ConsoleDependencies,
): Promise<LookedThrough> {
  const { stream } = visit.query;
  if (!isOldestFirst(visit)) return newest(visit, dependencies);
  const { events, next } = await (stream
    ? nextOfStream(stream, visit, dependencies)
    : nextOfLog(visit, dependencies));
  const says = `Go on after ${next && plainPosition(next)}`;
  return { events, next: next && { query: { after: next, order: 'oldest' }, says } };
}

/** The newest wanted events, by time and position as a link names them. */
async function newest(
  visit: WorkspaceVisit,
  { ledger: { store, clock }, options }: ConsoleDependencies,
): Promise<LookedThrough> {
  const { stream, type, before: place, before_at: placeAt } = visit.query;
  refuseOtherTypes(type);
  const { since, until } = timesIn(visit);
  const at = placeAt ? instantIn('before_at', placeAt) : (until ?? instant(clock.nowMs()));
  const position = place ? positionIn(place, options) : options.positionIn(AFTER_ALL);
  const wanted = isWanted(visit);
  const before = { position, at };
  const { after } = await positionsOf(store, { since, until: null });
  const asked = { before, after, wanted, ...(type && { types: [type] }) };
  const { events, next } = await (stream ? newestOfStream(store, stream, asked) : newestOfLog(store, asked));
  if (next === null) return { events, next: null };
  const query = { before: plainPosition(next.position), before_at: next.at };
  return { events, next: { query, says: 'Older ones' } };
}

function refuseOtherTypes(type: string | undefined): void {
  if (type && !catalogue.has(type)) throw new ConsoleFault(400, `type: there is no event type ${type}.`);
}

interface InOrder {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | null;
}

/** The next wanted events of a stream, as many as are looked at. */
async function nextOfStream(
  stream: string,
  visit: WorkspaceVisit,
  { ledger: { store }, options }: ConsoleDependencies,
): Promise<InOrder> {
  const { after = '' } = visit.query;
  const begin = after === '' ? BEGINNING : positionIn(after, options);
  for (let fromRevision = 0; ; fromRevision += LOOKED_AT) {
    const page = await store.readStream(stream, { fromRevision, limit: LOOKED_AT });
    const isLast = page.length < LOOKED_AT;
    const events = page.filter(({ position }) => position > begin);
    if (isLast || events.length > 0)
      return {
        events: events.filter(isWanted(visit)),
        next: isLast ? null : (page.at(-1)?.position ?? null),
      };
  }
}

/** The next wanted events of the log. */
async function nextOfLog(
  visit: WorkspaceVisit,
  { ledger: { store }, options }: ConsoleDependencies,
): Promise<InOrder> {
  const { type, after = '' } = visit.query;
  refuseOtherTypes(type);
  const events: RecordedEvent[] = [];
  const { since, until } = timesIn(visit);
  const ofTimes = await positionsOf(store, { since, until });
  let position = after === '' ? ofTimes.after : positionIn(after, options);
  const wanted = isWanted(visit);
  for (let seen = 0; seen < LOOKED_AT; ) {
    const batch = await store.readAll({ after: position, limit: PAGE, ...(type && { types: [type] }) });
    for (const event of batch.events) {
      if (!wanted(event)) continue;
      events.push(event);
      if (events.length === SHOWN) return { events, next: event.position };
    }
    position = batch.position;
    seen += Math.max(1, batch.events.length);
    if (batch.caughtUp || position >= ofTimes.until) return { events, next: null };
  }
  return { events, next: position };
}

/** Only events of the workspace: those of the whole ledger have none. */
function isWanted(visit: WorkspaceVisit): (event: RecordedEvent) => boolean {
  const { workspace, query } = visit;
  const { type, actor, correlation } = query;
  const { since, until } = timesIn(visit);
  return (event) =>
    event.metadata.workspace === workspace.id &&
    (!type || event.type === type) &&
    (!actor || [event.metadata.actor, event.metadata.person, actorOf(event.metadata)].includes(actor)) &&
    (!correlation || event.metadata.correlation === correlation) &&
    (since === null || event.metadata.at >= since) &&
    (until === null || event.metadata.at <= until);
}

function timesIn({ query: { since, until } }: Pick<WorkspaceVisit, 'query'>) {
  return {
    since: since ? instantIn('since', since) : null,
    until: until ? instantIn('until', until) : null,
  };
}
