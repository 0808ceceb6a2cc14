// src/adapters/eventstoredb/subscribe.ts
import { BEGINNING } from "../../events/event.js";
import { outage } from "../node/outage.js";
import { jittered, untilAnswered } from "./attempts.js";
import { faultKind, reasonOf, TryLater, wasTooSlow } from "./fault.js";
import { recordFrom } from "./readCall.js";
import { allRequest, subscriptionRequest } from "./readRequest.js";
import { openSource } from "./source.js";
var BATCH_EVENTS = 500;
var IDLE_MS = 1e3;
var FIRST_WAIT_MS = 20;
var LONGEST_WAIT_MS = 2e3;
async function* subscribe(dependencies, options) {
  const { connection, clock, log, metrics } = dependencies;
  const { signal, types } = options;
  const place = { position: options.after, faults: 0, requiresLeader: false };
  const dropped = outage(log, {
    begins: "a subscription is dropped again and again; it goes on trying",
    ends: "the subscription goes on"
  });
  while (!signal.aborted && !connection.closed) {
    let session = connection.current();
    let source = null;
    try {
      yield* firstRecord(dependencies, place, options);
      session = connection.current();
      const request = subscriptionRequest(place.position, types);
      source = openSource(session, request, place.requiresLeader, BATCH_EVENTS, signal);
      for await (const batch of batches(dependencies, source, place, options)) {
        dropped.succeeded();
        yield batch;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (wasTooSlow(error) && place.faults === 0) {
        metrics?.count("postledger_eventstore_fallen_behind_total");
        place.faults = 1;
        continue;
      }
      const kind = faultKind(error);
      if (kind === "fresh-connection") connection.renew(session.generation, String(error));
      if (kind === "final") place.requiresLeader = true;
      metrics?.count("postledger_eventstore_resubscriptions_total");
      place.faults += 1;
      const reason = reasonOf(error);
      if (place.faults > 5 || kind === "denied") dropped.failed({ message: reason });
      else log.warn({ reason, position: place.position }, "subscription was dropped, subscribing again");
      await clock.sleep(jittered(Math.min(FIRST_WAIT_MS * 2 ** place.faults, LONGEST_WAIT_MS)), signal);
    } finally {
      source?.close();
    }
  }
}
async function* firstRecord(dependencies, place, { types }) {
  const { position, requiresLeader } = place;
  if (position === BEGINNING) return;
  const found = await untilAnswered(
    dependencies,
    "subscribe",
    (session, timeoutMs) => recordFrom(session, allRequest(position, 1), timeoutMs, requiresLeader)
  );
  if (found === null || found.position <= position) return;
  place.position = found.position;
  const event = found.event();
  const isWanted = event !== null && (types === void 0 || types.includes(event.type));
  yield { events: isWanted ? [event] : [], position: place.position, caughtUp: false };
}
async function* batches({ readAll }, source, place, { signal, types }) {
  let reportedCaughtUp = false;
  while (!signal.aborted) {
    const { records, drained, caughtUp, skippedTo } = source.take();
    const events = records.map((record) => record.event()).filter((event) => event !== null);
    const before = place.position;
    const last = events.at(-1);
    if (last !== void 0) place.position = last.position;
    else if (skippedTo !== null && skippedTo > place.position) place.position = skippedTo;
    const isNewlyCaughtUp = caughtUp && !reportedCaughtUp;
    if (events.length > 0 || place.position > before || isNewlyCaughtUp) {
      place.faults = 0;
      reportedCaughtUp = caughtUp;
      yield { events, position: place.position, caughtUp };
      continue;
    }
    if (!drained) continue;
    if (await source.changed(IDLE_MS)) continue;
    const page = await readAll({ after: place.position, limit: 1, ...types && { types } });
    if (page.events.length > 0) {
      if (await source.changed(IDLE_MS)) continue;
      place.requiresLeader = true;
      throw new TryLater("the subscription does not deliver");
    }
    if (signal.aborted) return;
    if (page.position > place.position || page.caughtUp && !reportedCaughtUp) {
      place.position = page.position;
      reportedCaughtUp = page.caughtUp;
      yield { events: [], position: page.position, caughtUp: page.caughtUp };
    }
  }
}
export {
  subscribe
};
//# sourceMappingURL=subscribe.js.map
