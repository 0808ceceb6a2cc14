// src/commands/kernel/ledger.ts
import { catalogue } from "../../events/catalogue.js";
import { instant } from "../../ports/clock.js";
function newEvents({ clock, ids }, origin, events, atMs = clock.nowMs()) {
  const at = instant(atMs);
  return events.map((event) => withMetadata(ids, origin, event, at));
}
function newEvent({ clock, ids }, origin, event) {
  return withMetadata(ids, origin, event, instant(clock.nowMs()));
}
function withMetadata(ids, { workspace, actor, person, correlation, causation }, event, at) {
  const v = catalogue.get(event.type)?.v ?? 1;
  const metadata = { v, workspace, actor, correlation, causation, at };
  const named = person === void 0 ? metadata : { ...metadata, person };
  const { type, data, id = ids.uuid() } = event;
  return { type, data, id, metadata: named };
}
export {
  newEvent,
  newEvents
};
//# sourceMappingURL=ledger.js.map
