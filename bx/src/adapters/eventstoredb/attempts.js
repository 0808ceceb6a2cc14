// src/adapters/eventstoredb/attempts.ts
import { EventStoreUnavailable } from "../../ports/eventStore.js";
import { faultKind, NoAnswer, reasonOf } from "./fault.js";
var FIRST_WAIT_MS = 20;
var LONGEST_WAIT_MS = 500;
var SHORTEST_ATTEMPT_MS = 1e3;
function jittered(ms) {
  return ms * (0.5 + Math.random());
}
function shortestAttemptMs({ attemptMs }) {
  return Math.min(attemptMs, SHORTEST_ATTEMPT_MS);
}
var outageOf = ({ outages }, call) => outages[call === "append" ? "append" : "read"];
function refuseWithoutLeader(dependencies, call) {
  const refusal = dependencies.leader.refusal(call);
  if (refusal === null) return;
  outageOf(dependencies, call).failed({ message: refusal });
  throw new EventStoreUnavailable(refusal);
}
async function untilAnswered(dependencies, call, attempt, startedAtMs = dependencies.clock.monotonicMs()) {
  const { connection, leader, clock, deadlines, metrics } = dependencies;
  refuseWithoutLeader(dependencies, call);
  const outage = outageOf(dependencies, call);
  const endMs = startedAtMs + deadlines.callMs;
  let waitMs = FIRST_WAIT_MS;
  let attemptMs = deadlines.attemptMs;
  for (; ; ) {
    if (connection.closed) throw new EventStoreUnavailable("it was closed");
    const session = connection.current();
    const leftMs = endMs - clock.monotonicMs();
    try {
      const answer = await attempt(session, Math.min(attemptMs, leftMs));
      leader.answered(call);
      outage.succeeded();
      return answer;
    } catch (error) {
      const kind = faultKind(error);
      leader.failed(call, error, session);
      if (kind === "deleted" || kind === "final") {
        outage.succeeded();
        throw error;
      }
      const reason = error instanceof NoAnswer ? `${call}: ${error.message}` : reasonOf(error);
      outage.failed({ message: reason });
      if (kind === "denied") throw new EventStoreUnavailable(reason, { cause: error });
      if (error instanceof NoAnswer) attemptMs *= 2;
      const isSilent = error instanceof NoAnswer && error.silentMs >= deadlines.attemptMs;
      if (kind === "fresh-connection" || isSilent) connection.renew(session.generation, reason);
      metrics?.count("postledger_eventstore_retries_total", { call });
      const pauseMs = jittered(waitMs);
      if (clock.monotonicMs() + pauseMs + shortestAttemptMs(deadlines) > endMs)
        throw new EventStoreUnavailable(reason, { cause: error });
      await clock.sleep(pauseMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}
export {
  jittered,
  refuseWithoutLeader,
  shortestAttemptMs,
  untilAnswered
};
//# sourceMappingURL=attempts.js.map
