// src/console/pages/log.ts
import { html } from "hono/html";
import { positionsOf } from "../../audit/sealSearch.js";
import { actorOf } from "../../audit/wording.js";
import { catalogue } from "../../events/catalogue.js";
import { BEGINNING, plainPosition } from "../../events/event.js";
import { causationOf } from "../causation.js";
import { addressWith, field, tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { ConsoleFault, NOTHING, nothingHere } from "../page.js";
import { instantIn } from "./messages.js";
var SHOWN = 50;
var LOOKED_AT = 2e3;
var PAGE = 500;
var logPages = (routes, dependencies) => {
  const { store } = dependencies.ledger;
  routes.workspacePage("log", "log", async (visit) => {
    const { query } = visit;
    const { events, next } = await lookedThrough(visit, dependencies);
    const last = next === null ? NOTHING : html`<p><a href="${addressWith(visit, { after: next })}" rel="next">Go on after ${plainPosition(next)}</a></p>`;
    const body = html`<form class="row" method="get">
${field("Stream", "stream", html`value="${query.stream ?? ""}" placeholder="email-…"`)}
${field("Type", "type", html`list="types" value="${query.type ?? ""}"`)}
<datalist id="types">${[...catalogue.keys()].map((type) => html`<option value="${type}"></option>`)}</datalist>
${field("Actor or person", "actor", html`value="${query.actor ?? ""}"`)}
${field("Correlation", "correlation", html`value="${query.correlation ?? ""}"`)}
${field("Since (UTC)", "since", html`value="${query.since ?? ""}" placeholder="2026-03-01"`)}
${field("Until (UTC)", "until", html`value="${query.until ?? ""}" placeholder="2026-03-02"`)}
${field("After position", "after", html`value="${query.after ?? ""}"`)}
<button>Show</button></form>
${eventTable(visit, events)}
${last}
<p><a href="${addressWith({ ...visit, url: pathIn(visit.workspace, "log.ndjson") }, {})}">These events as a file (JSON Lines)</a>.
<a href="${pathIn(visit.workspace, "log/as-of")}">A document as it was at a moment</a>.</p>`;
    return { title: "Log", body };
  });
  routes.workspaceFile("log.ndjson", "log", async (visit, reply) => {
    const { events } = await lookedThrough(visit, dependencies);
    return reply.type("application/x-ndjson").header("content-disposition", 'attachment; filename="events.ndjson"').send(events.map((event) => `${JSON.stringify(event)}
`).join(""));
  });
  routes.workspacePage("log/:stream/:revision", "log", async (visit) => {
    const { stream = "", revision = "" } = visit.params;
    const fromRevision = /^\d{1,9}$/.test(revision) ? Number(revision) : -1;
    const [event] = fromRevision < 0 ? [] : await store.readStream(stream, { fromRevision, limit: 1 });
    if (event === void 0 || event.metadata.workspace !== visit.workspace.id)
      throw nothingHere(`The workspace has no event ${revision} in ${stream}.`);
    const { correlation } = event.metadata;
    const log = pathIn(visit.workspace, "log");
    const body = html`<p>${catalogue.get(event.type)?.meaning}</p>
<p class="quiet">Position ${plainPosition(event.position)}, stream <a href="${log}?${new URLSearchParams({ stream })}">${stream}</a>, revision ${event.revision}.
<a href="${log}?${new URLSearchParams({ correlation })}">All that followed from the same request</a>.
<a href="${log}/as-of?${new URLSearchParams({ at: plainPosition(event.position) })}">A document as it was then</a>.</p>
${await causationOf(dependencies, visit.workspace, event)}
<h2>The event</h2>
<pre>${JSON.stringify(event, null, 2)}</pre>`;
    return { title: event.type, body };
  });
};
function lookedThrough(visit, dependencies) {
  const { stream } = visit.query;
  return stream ? nextOfStream(stream, visit, dependencies) : nextOfLog(visit, dependencies);
}
async function nextOfStream(stream, visit, { ledger: { store }, options }) {
  const { after = "" } = visit.query;
  const begin = after === "" ? BEGINNING : positionOf(after, options);
  for (let fromRevision = 0; ; fromRevision += LOOKED_AT) {
    const page = await store.readStream(stream, { fromRevision, limit: LOOKED_AT });
    const isLast = page.length < LOOKED_AT;
    const events = page.filter(({ position }) => position > begin);
    if (isLast || events.length > 0)
      return {
        events: events.filter(isWanted(visit)),
        next: isLast ? null : page.at(-1)?.position ?? null
      };
  }
}
async function nextOfLog(visit, { ledger: { store }, options }) {
  const { type, after = "" } = visit.query;
  if (type && !catalogue.has(type)) throw new ConsoleFault(400, `type: there is no event type ${type}.`);
  const events = [];
  const { since, until } = timesIn(visit);
  const ofTimes = await positionsOf(store, { since, until });
  let position = after === "" ? ofTimes.after : positionOf(after, options);
  const wanted = isWanted(visit);
  for (let seen = 0; seen < LOOKED_AT; ) {
    const batch = await store.readAll({ after: position, limit: PAGE, ...type && { types: [type] } });
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
function isWanted(visit) {
  const { workspace, query } = visit;
  const { type, actor, correlation } = query;
  const { since, until } = timesIn(visit);
  return (event) => event.metadata.workspace === workspace.id && (!type || event.type === type) && (!actor || [event.metadata.actor, event.metadata.person, actorOf(event.metadata)].includes(actor)) && (!correlation || event.metadata.correlation === correlation) && (since === null || event.metadata.at >= since) && (until === null || event.metadata.at <= until);
}
function timesIn({ query: { since, until } }) {
  return {
    since: since ? instantIn("since", since) : null,
    until: until ? instantIn("until", until) : null
  };
}
function eventTable({ workspace }, events) {
  return tableOf(
    "Events in the order of the log",
    [
      { heading: "Position", isNumber: true, of: ({ position }) => plainPosition(position) },
      { heading: "At", of: ({ metadata }) => timeOf(metadata.at) },
      {
        heading: "Type",
        of: ({ type, stream, revision }) => html`<a href="${pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`)}">${type}</a>`
      },
      { heading: "Stream", of: ({ stream }) => stream },
      { heading: "Actor", of: ({ metadata }) => actorOf(metadata) }
    ],
    events,
    "No event among those that were looked at is of this kind."
  );
}
function positionOf(text, { positionIn }) {
  if (!/^\d{1,20}$/.test(text)) throw new ConsoleFault(400, "after: write a position of the log, a number.");
  return positionIn(text.padStart(BEGINNING.length, "0"));
}
export {
  logPages
};
//# sourceMappingURL=log.js.map
