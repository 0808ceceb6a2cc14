// src/dispatcher/recordAttempt.ts
import { appendWithRetry } from "../commands/kernel/appendWithRetry.js";
import { newEvents } from "../commands/kernel/ledger.js";
import { RevisionConflict } from "../ports/eventStore.js";
async function recordAttempt(ledger, last, events, endedAtMs, signal) {
  const { store, clock } = ledger;
  const { workspace, correlation } = last.metadata;
  const origin = { workspace, actor: "dispatcher", correlation, causation: last.id };
  const withMetadata = newEvents(ledger, origin, events, endedAtMs);
  try {
    const append = () => store.append(last.stream, last.revision, withMetadata);
    return { ...await appendWithRetry(clock, append, signal), isOwn: true };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const theirs = await store.readStream(last.stream, { fromRevision: last.revision });
  const { position, revision } = theirs.at(-1) ?? last;
  return { position, revision, isOwn: false };
}
export {
  recordAttempt
};
//# sourceMappingURL=recordAttempt.js.map
