// src/commands/email/batch.ts
import { EventStoreUnavailable } from "../../ports/eventStore.js";
import { settledInSlices } from "../../queues/slices.js";
import { oneAtATime } from "../kernel/oneAtATime.js";
import { templatesAsOf } from "../template/templatesAsOf.js";
import {
  appendPrepared,
  findAccepted,
  prepareDraft
} from "./acceptEmail.js";
import { batchEmailIdOf } from "./emailIds.js";
function placesOf({ data: { batch } }) {
  const size = batch?.size ?? 1;
  return {
    places: batch?.places ?? Array.from({ length: size }, (_, index) => index),
    of: batch?.of ?? size
  };
}
function asAccepted(accepting, first) {
  return {
    templates: templatesAsOf(accepting.ledger.store, first.position),
    isForeignSender: (workspace, from) => from !== first.data.from && accepting.isForeignSender(workspace, from)
  };
}
function emailBatch(accepting, origin, { operation, idempotencyKey }) {
  const { ledger } = accepting;
  const key = idempotencyKey ?? ledger.ids.uuid();
  const idAt = (rank) => batchEmailIdOf(origin.workspace, operation, key, rank);
  const find = (rank) => findAccepted(ledger, idAt(rank));
  return {
    idAt,
    /** What was accepted with this rank; null when nothing was. */
    find,
    /** The first element, when the batch is a replay; else null. */
    findReplayed: async () => idempotencyKey === null ? null : find(0),
    /** Stores the contents of all drafts, and appends nothing. */
    async prepare(drafts, batch) {
      const outcomes = await settledInSlices(ledger.clock, drafts, ({ rank, draft }) => {
        const context = { batch: batch && { ...batch, index: rank }, campaign: null };
        return prepareDraft(accepting, origin, idAt(rank), draft, context);
      });
      return outcomes.map((outcome) => {
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      });
    },
    /** @throws EventStoreUnavailable; then some of them may be appended */
    append: (prepared) => appendAll(ledger, prepared),
    /**
     * Appends a new batch by `append(from, to)`. The first element is appended before all others: when it is missing no
     * other exists, so it alone says which elements were accepted. `replay` answers when it exists already.
     */
    async appendNew(append, replay, result) {
      if (idempotencyKey === null) {
        await append(0);
        return result;
      }
      return oneAtATime(ledger.store, idAt(0), async (hasWaited) => {
        const existing = hasWaited ? await find(0) : null;
        const [first] = existing === null ? await append(0, 1) : [existing];
        if (first !== void 0 && !first.isNew) return replay(first);
        await append(1);
        return result;
      });
    }
  };
}
var RETRY_MS = 5e3;
var FIRST_WAIT_MS = 50;
var LONGEST_WAIT_MS = 500;
async function appendAll(ledger, prepared) {
  const { clock } = ledger;
  const endsAtMs = clock.monotonicMs() + RETRY_MS;
  const accepted = /* @__PURE__ */ new Map();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const missing = prepared.filter(({ id }) => !accepted.has(id));
    const outcomes = await settledInSlices(clock, missing, (one) => appendPrepared(ledger, one));
    const faults = [];
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") accepted.set(outcome.value.id, outcome.value);
      else faults.push(outcome.reason);
    }
    if (faults.length === 0) return prepared.flatMap(({ id }) => accepted.get(id) ?? []);
    const lasting = faults.find((fault) => !(fault instanceof EventStoreUnavailable));
    const isOver = clock.monotonicMs() + waitMs >= endsAtMs;
    if (lasting !== void 0 || isOver) throw lasting ?? faults[0];
    await clock.sleep(waitMs);
  }
}
export {
  asAccepted,
  emailBatch,
  placesOf
};
//# sourceMappingURL=batch.js.map
