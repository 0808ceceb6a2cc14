// src/commands/kernel/appendOnce.ts
import { RevisionConflict } from "../../ports/eventStore.js";
import { Refusal } from "./refusal.js";
async function appendOnce(store, stream, event) {
  try {
    const { position, revision } = await store.append(stream, "no-stream", [event]);
    return { first: { ...event, stream, position, revision }, isNew: true };
  } catch (error) {
    const first = error instanceof RevisionConflict ? await firstEventOf(store, stream, event.type) : null;
    if (first === null) throw error;
    return { first, isNew: false };
  }
}
async function firstEventOf(store, stream, type) {
  const [first] = await store.readStream(stream, { limit: 1 });
  return first?.type === type ? first : null;
}
async function unlessRefused(act, find) {
  try {
    return await act();
  } catch (error) {
    const before = error instanceof Refusal ? await find() : null;
    if (before === null) throw error;
    return before;
  }
}
export {
  appendOnce,
  firstEventOf,
  unlessRefused
};
//# sourceMappingURL=appendOnce.js.map
