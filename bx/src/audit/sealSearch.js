// src/audit/sealSearch.ts
import { BEGINNING } from "../events/event.js";
import { instant } from "../ports/clock.js";
import {
  eventAt,
  SEALED_AT_ONCE,
  sealAt,
  sealEventsFrom,
  sealsEnd
} from "./sealStream.js";
import { sealTimes } from "./sealTimes.js";
function sealSearch(store, head) {
  const read = /* @__PURE__ */ new Map();
  async function from(revision) {
    for (let at = revision; at < head.revision; at++) {
      const event = read.has(at) ? read.get(at) : await eventAt(store, at);
      read.set(at, event ?? null);
      if (event?.type === "LogSealed") return event;
    }
    return head;
  }
  return async (isTrue) => {
    let begin = 0;
    for (let end = head.revision; begin < end; ) {
      const middle = Math.floor((begin + end) / 2);
      const seal = await from(middle);
      if (await isTrue(seal)) end = middle;
      else begin = seal.revision + 1;
    }
    return from(begin);
  };
}
async function positionOf(store, { last: { stream, revision } }) {
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event === void 0) throw new RangeError(`the log has no event ${stream}/${revision}`);
  return event.position;
}
var CLOCKS_DIFFER_MS = 10 * 6e4;
async function positionsOf(store, { since, until }, sealedAtOnce = SEALED_AT_ONCE) {
  const [end, { seal: head }] = [await store.head(), await sealsEnd(store)];
  if (head === null || since === null && until === null) return { after: BEGINNING, until: end };
  const seals = await sealTimes(store);
  const shifted = (time, ms) => instant(Date.parse(time) + ms);
  const before = async (time) => {
    const first = await seals.firstFrom(time);
    if (first === null) return positionOf(store, head.data);
    const { previous } = first.data;
    const seal = previous === null ? null : await sealAt(store, previous);
    return seal === null ? BEGINNING : positionOf(store, seal.data);
  };
  const upTo = async (time) => await caughtUpAfter(store, await seals.lastUpTo(time), sealedAtOnce) ?? end;
  return {
    after: since === null ? BEGINNING : await before(shifted(since, -CLOCKS_DIFFER_MS)),
    until: until === null ? end : await upTo(shifted(until, CLOCKS_DIFFER_MS))
  };
}
async function caughtUpAfter(store, seal, sealedAtOnce) {
  let size = seal?.data.size ?? 0;
  for await (const { type, data } of sealEventsFrom(store, seal === null ? 0 : seal.revision + 1)) {
    if (type !== "LogSealed") continue;
    if (data.size - size < sealedAtOnce) return positionOf(store, data);
    ({ size } = data);
  }
  return null;
}
export {
  positionOf,
  positionsOf,
  sealSearch
};
//# sourceMappingURL=sealSearch.js.map
