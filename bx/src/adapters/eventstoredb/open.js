// src/adapters/eventstoredb/open.ts
import { BEGINNING } from "../../events/event.js";
import { leavesFrom } from "../leavesFrom.js";
import { outage } from "../node/outage.js";
import { appender } from "./append.js";
import { confirmedEnd } from "./confirmedEnd.js";
import { connectEventStore } from "./connection.js";
import { clusterAsker } from "./gossip.js";
import { leaderWatch } from "./leaderWatch.js";
import { pageReader } from "./pages.js";
import { probe } from "./probe.js";
import { end, head, readStream } from "./read.js";
import { subscribe } from "./subscribe.js";
var CALL_MS = 9e3;
var ATTEMPT_MS = 3500;
var IN_FLIGHT = 2048;
var IN_FLIGHT_BYTES = 64 * 1048576;
function openEventStoreDb(url, { clock, log, metrics, ...options }) {
  const { callMs = CALL_MS, attemptMs = ATTEMPT_MS, inFlight = IN_FLIGHT } = options;
  const connection = connectEventStore(url, log);
  const dependencies = {
    connection,
    leader: leaderWatch(connection, clock, clusterAsker(url)),
    outages: outagesOf(log, clock),
    clock,
    metrics,
    deadlines: { callMs, attemptMs }
  };
  const readAll = pageReader(dependencies);
  const ending = new AbortController();
  return {
    append: appender(dependencies, { inFlight, inFlightBytes: IN_FLIGHT_BYTES }),
    readStream: (stream, range) => readStream(dependencies, stream, range),
    readAll,
    readLeaves: leavesFrom(readAll),
    subscribe: (wanted) => subscribe(
      { ...dependencies, log, readAll },
      { ...wanted, signal: AbortSignal.any([wanted.signal, ending.signal]) }
    ),
    head: () => head(dependencies),
    end: (known = BEGINNING) => confirmedEnd(known, () => end(dependencies), clock),
    probe: () => probe(dependencies),
    close: () => {
      ending.abort();
      return connection.close();
    }
  };
}
var RETRIED_MS = 1e3;
function outagesOf(log, { monotonicMs }) {
  const of = (begins, ends) => outage(log, { begins, ends }, RETRIED_MS, monotonicMs);
  return {
    append: of("EventStoreDB takes no appends; they are tried again", "EventStoreDB takes appends again"),
    read: of("EventStoreDB cannot be read; it is tried again", "EventStoreDB is read again")
  };
}
export {
  openEventStoreDb,
  outagesOf
};
//# sourceMappingURL=open.js.map
