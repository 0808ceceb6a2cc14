// src/cli/doctor/ledgerChecks.ts
import { refuseUnusedKey } from "../../commands/workspace/openLedger.js";
import { BEGINNING, plainPosition } from "../../events/event.js";
import { refuseOtherRedis } from "../../main/ledgerOfRedis.js";
import { RevisionConflict } from "../../ports/eventStore.js";
import { aheadOfLog } from "../../projections/aheadOfLog.js";
import { listWorkspaces } from "../../projections/workspaces.js";
import { openProjection } from "../../runtime/fold/projection.js";
import { eventsAfter } from "../../runtime/follow/eventsAfter.js";
import { worstRoute } from "../../sender/route/routeReports.js";
import { lastSweep } from "../blobs/lastSweep.js";
import { readModelPositions } from "../readModelPositions.js";
import { fine, wrong } from "./check.js";
import { everyDocumentCheck } from "./everyDocumentCheck.js";
import { MENDS } from "./mailCheck.js";
import { wholeLogCheck } from "./wholeLogCheck.js";
var MAX_WAITING = 1e3;
var OLD_MS = 3e4;
var MAX_SKEW_MS = 2e3;
var NEWEST_PAGE = 500;
var READING = "log, reading";
function ledgerChecks(dependencies) {
  const isEmbedded = dependencies.settings.EVENTSTORE_URL === void 0;
  return [
    readingCheck(dependencies),
    writingCheck(dependencies),
    masterKeyCheck(dependencies),
    ...isEmbedded ? [wholeLogCheck(dependencies), everyDocumentCheck(dependencies)] : [],
    clockCheck(dependencies),
    readModelsCheck(dependencies),
    notAheadCheck(dependencies),
    blobsCheck(dependencies),
    ...dependencies.settings.REDIS_URL === void 0 ? [] : [redisCheck(dependencies)],
    routeCheck(dependencies),
    workspacesCheck(dependencies)
  ];
}
var readingCheck = ({ ledger: { store } }) => ({
  name: READING,
  run: async () => {
    const head = await store.head();
    await store.readAll({ after: BEGINNING, limit: 1 });
    return fine(head === BEGINNING ? "empty" : `ends at ${plainPosition(head)}`);
  }
});
var writingCheck = ({ ledger: { store } }) => ({
  name: "log, writing",
  needs: [READING],
  run: async () => {
    const [first] = await eventsAfter(store, { after: BEGINNING, limit: 1 });
    if (first === void 0) return fine("nothing to try it on: the log is empty");
    const { stream, id, type, data, metadata } = first;
    try {
      await store.append(stream, 1e9, [{ id, type, data, metadata }]);
    } catch (error) {
      if (error instanceof RevisionConflict) return fine("the log answers appends");
      throw error;
    }
    return wrong("the log took an append that it had to refuse", "Do not write to it; report this.");
  }
});
var masterKeyCheck = ({ ledger: { store }, secrets }) => ({
  name: "master key, of this ledger",
  needs: [READING],
  run: async () => {
    await refuseUnusedKey(store, secrets);
    return fine("not another one than the log's");
  }
});
var clockCheck = (dependencies) => ({
  name: "clock",
  needs: [READING],
  run: async () => {
    const last = await lastEventAtMs(dependencies);
    const aheadMs = last === null ? 0 : last - dependencies.ledger.clock.nowMs();
    if (aheadMs <= MAX_SKEW_MS) return fine("not earlier than the newest events");
    const says = `the newest events are ${(aheadMs / 1e3).toFixed(1)} s ahead of this clock`;
    return wrong(says, "Set the clocks of all machines by NTP.");
  }
});
async function lastEventAtMs(dependencies) {
  let latest = null;
  for (const { position: after } of await readModelPositions(dependencies))
    for (const { metadata } of await eventsAfter(dependencies.ledger.store, { after, limit: NEWEST_PAGE }))
      latest = Math.max(latest ?? 0, Date.parse(metadata.at));
  return latest;
}
var readModelsCheck = (dependencies) => ({
  name: "read models",
  needs: [READING],
  run: async () => {
    const { store, clock } = dependencies.ledger;
    const lagging = [];
    for (const { projection, position } of await readModelPositions(dependencies)) {
      const { name, types } = projection;
      const events = await eventsAfter(store, { after: position, limit: MAX_WAITING, types });
      const firstAtMs = Date.parse(events[0]?.metadata.at ?? "");
      if (events.length === MAX_WAITING && clock.nowMs() - firstAtMs > OLD_MS) lagging.push(name);
    }
    if (lagging.length === 0) return fine("none lags");
    const mend = "Start a process with the projector role, or give it time to catch up.";
    return wrong(`these lag by ${MAX_WAITING} events or more: ${lagging.join(", ")}`, mend);
  }
});
var notAheadCheck = ({
  ledger,
  documents
}) => ({
  name: "read models, not ahead of the log",
  needs: [READING],
  run: async () => {
    const { end, consumers } = await aheadOfLog(documents, ledger);
    if (end === null) return fine("it is unknown where the damaged log ended");
    if (consumers.length === 0)
      return fine(`none knows an event after the log's end at ${plainPosition(end)}`);
    return wrong(
      `the log ends at ${plainPosition(end)}, and these have passed it: ${consumers.join(", ")}`,
      "The log is older than the read models, as after a restore: stop the service, drop the read models (all collections but blobs.*), and start it again."
    );
  }
});
var blobsCheck = ({ documents }) => ({
  name: "blobs",
  run: async () => {
    const last = await lastSweep(documents);
    if (last === null) return fine("never swept; `postledger blobs sweep` removes what no event refers to");
    return fine(`swept at ${last.at}: ${last.removed} removed, ${last.bytes} bytes`);
  }
});
var redisCheck = ({ ledger: { store }, leases }) => ({
  name: "Redis, of this ledger",
  needs: [READING, "Redis"],
  run: async () => {
    await refuseOtherRedis(leases, store);
    return fine("no other ledger uses this database");
  }
});
var routeCheck = (dependencies) => ({
  name: "mail, as senders say",
  needs: ["Redis"],
  run: async () => {
    const worst = await worstRoute(dependencies);
    if (worst === null) return fine("no sender runs");
    const { route, state, trouble, since } = worst;
    if (state === "open" || trouble === null) return fine(`${route} takes it, since ${since}`);
    return wrong(
      `${route} has been ${state} since ${since}: ${trouble}`,
      `${MENDS[trouble]} The log of the process that sends has the answer, once. Messages wait; none is lost.`
    );
  }
});
var workspacesCheck = ({ documents, projections }) => ({
  name: "workspaces",
  run: async () => {
    const found = await listWorkspaces(await openProjection(documents, projections.workspaces));
    if (found.length === 0) return fine("none yet; the first start opens `default`");
    const suspended = found.flatMap(
      ({ name, suspended: suspended2 }) => suspended2 === null ? [] : [`${name} is suspended since ${suspended2.at}: ${suspended2.reason}`]
    );
    return fine([`${found.length}`, ...suspended].join("; "));
  }
});
export {
  ledgerChecks,
  notAheadCheck,
  readModelsCheck,
  routeCheck
};
//# sourceMappingURL=ledgerChecks.js.map
