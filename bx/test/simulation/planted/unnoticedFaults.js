// test/simulation/planted/unnoticedFaults.ts
import { fault } from "./fault.js";
var UNNOTICED_FAULTS = [
  fault(
    "what found no room in memory stays in hand",
    "dispatcher/dispatch.ts:145",
    "dispatcher/dispatch.ts",
    "inFlight.end(deliveryId);\n        return null;",
    "return null;"
  ),
  fault(
    "a delivery is not given back after a fault",
    "dispatcher/deliveryFlights.ts:74",
    "runtime/flights.ts",
    "if (!waiting.add(key, of.lane, result.retryAfterMs, leave)) leave();",
    ""
  ),
  fault(
    "the size of the queue never goes down",
    "dispatcher/readyQueue.ts:157",
    "dispatcher/readyQueue.ts",
    "size--;\n        bytes -= bytesOf(served.delivery);",
    ""
  ),
  fault(
    "items whose wait is over are counted with their owner for ever",
    "dispatcher/pauses.ts:30",
    "queues/backoff.ts",
    "ofOwner.add(before.owner, -1);",
    ""
  ),
  fault(
    "a stop does not wait for posts",
    "dispatcher/dispatch.ts:155",
    "runtime/workLoop.ts",
    "await flights.ended();",
    ""
  ),
  fault(
    "the next attempt counts from the beginning of the last",
    "dispatcher/attempt.ts:84",
    "dispatcher/attempt.ts",
    "const endedAtMs = clock.nowMs();",
    "const endedAtMs = startedAtMs;"
  ),
  fault(
    "new deliveries go ahead of a backlog in the index",
    "dispatcher/indexReader.ts:64",
    "dispatcher/deliveryLanes.ts",
    "return isBacklog(lane.lane) && lanes.isOpen(lane);",
    "return false;"
  ),
  {
    name: "a workspace without endpoints that wait keeps its turn",
    from: "dispatcher/turns.ts:19",
    file: "dispatcher/turns.ts",
    // A group without members is passed over by now, so that it does nothing to leave it there.
    edits: [
      { find: "if (members.size === 0) groups.delete(group);", by: "" },
      { find: "if (member !== null) found", by: "found" }
    ]
  },
  fault(
    "an outcome is given up after 2.6 s without the log",
    "commands/persist.ts:23",
    "commands/kernel/appendWithRetry.ts",
    "(signal === undefined || signal.aborted);",
    "true;"
  ),
  fault(
    "an address that holds the sandbox domain is of the sandbox",
    "commands/recipients.ts:41",
    "commands/email/acceptedData.ts",
    "lower.endsWith(sandboxEnd)",
    "lower.includes(sandboxEnd)"
  ),
  fault(
    "leases are given back without waiting",
    "runtime/partitions.ts:117",
    "runtime/follow/partitions.ts",
    "await leaving.ended();",
    ""
  ),
  fault(
    "the late loss of a lease drops the next one",
    "runtime/partitions.ts:71",
    "runtime/follow/partitions.ts",
    "if (held.get(partition) === lease) held.delete(partition);",
    "held.delete(partition);"
  ),
  fault(
    "a lease that was lost already is not noticed",
    "runtime/partitions.ts:74",
    "runtime/follow/partitions.ts",
    "if (lease.lost.aborted) drop();\n    else lease.lost",
    "lease.lost"
  ),
  fault(
    "an owner's events pass those left in the log",
    "runtime/eventsAhead.ts:74",
    "runtime/follow/eventsAhead.ts",
    "(owner.range === null && shares.hasRoom(owner.share, 1))",
    "shares.hasRoom(owner.share, 1)"
  ),
  fault(
    "of several recipients in a report the harshest counts",
    "intake/takeMail.ts:101",
    "commands/email/recordDeliveryReport.ts",
    "rank(other) < rank(mild)",
    "rank(other) > rank(mild)"
  ),
  fault(
    "an outcome is recorded under another's claim",
    "sender/claimedSend.ts:61",
    "sender/claimedSend.ts",
    "state?.at === 'claimed' && state.claimId === claimId ? outcome : []",
    "state?.at === 'claimed' ? outcome : []"
  ),
  fault(
    "the letter case of a return address counts",
    "intake/matchDelivery.ts:10",
    "intake/matchDelivery.ts",
    "/^[a-z2-7]{56}$/i",
    "/^[a-z2-7]{56}$/"
  ),
  fault(
    "element 1 of a batch takes the faults of 10 to 19",
    "compat/batchElements.ts:33",
    "api/compat/batchElements.ts",
    "/`.startsWith(start)",
    "/`.startsWith(start.slice(0, -1))"
  ),
  fault(
    "a delay that was not reported counts as reported",
    "sender/emailProgress.ts:100",
    "sender/emailProgress.ts",
    "reportedAtMs: reported ? atMs : delivery.reportedAtMs,",
    "reportedAtMs: atMs,"
  ),
  fault(
    "an attempt that was not begun is counted",
    "sender/emailProgress.ts:123",
    "sender/emailProgress.ts",
    "? { ...delivery, attempts: attempts - 1 }",
    "? { ...delivery, attempts }"
  )
];
export {
  UNNOTICED_FAULTS
};
//# sourceMappingURL=unnoticedFaults.js.map
