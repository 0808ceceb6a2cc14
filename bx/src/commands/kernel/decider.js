// src/commands/kernel/decider.ts
import { RevisionConflict } from "../../ports/eventStore.js";
import { foldedStream, forgetFold } from "../../runtime/fold/foldedStream.js";
import { newEvents } from "./ledger.js";
import { retryOnConflict } from "./retryOnConflict.js";
function handle(ledger, origin, stream, decider, command) {
  const attempt = () => decideOnce(ledger, origin, stream, decider, ({ state }) => decider.decide(command, state));
  return retryOnConflict(ledger, attempt, (again) => inTurn(ledger.store, stream, again));
}
function decideOn(ledger, origin, stream, fold, decide) {
  return retryOnConflict(ledger, () => decideOnce(ledger, origin, stream, fold, decide));
}
async function decideOnce({ store, clock, ids }, origin, stream, fold, decide) {
  const found = await foldedStream(store, stream, fold);
  const { state: before, last } = found;
  const deciding = decide(found);
  const decided = deciding instanceof Promise ? await deciding : deciding;
  if (decided.length === 0)
    return { before, state: before, position: null, revision: last?.revision ?? null };
  const state = decided.reduce((now, event) => fold.evolve(now, event), before);
  const expected = last?.revision ?? "no-stream";
  try {
    const events = newEvents({ clock, ids }, origin, decided);
    return { before, state, ...await store.append(stream, expected, events) };
  } catch (error) {
    if (error instanceof RevisionConflict && last !== null && (error.actual ?? -1) < last.revision)
      forgetFold(store, stream, fold);
    throw error;
  }
}
function foldStream(fold, recorded) {
  return recorded.reduce((state, event) => fold.evolve(state, event), fold.initial);
}
var queuesOfStores = /* @__PURE__ */ new WeakMap();
async function inTurn(store, stream, action) {
  const queues = queuesOfStores.get(store) ?? /* @__PURE__ */ new Map();
  queuesOfStores.set(store, queues);
  const own = (queues.get(stream) ?? Promise.resolve()).then(action, action);
  queues.set(stream, own);
  try {
    return await own;
  } finally {
    if (queues.get(stream) === own) queues.delete(stream);
  }
}
export {
  decideOn,
  decideOnce,
  foldStream,
  handle,
  inTurn
};
//# sourceMappingURL=decider.js.map
