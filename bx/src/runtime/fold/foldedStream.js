// src/runtime/fold/foldedStream.ts
import { BEGINNING } from "../../events/event.js";
import { cacheOf, roughBytes } from "./cacheOf.js";
var PAGE = 100;
var latestAsked = /* @__PURE__ */ new WeakMap();
var numbers = /* @__PURE__ */ new WeakMap();
var lastNumber = 0;
function foldedStream(store, stream, fold, upTo = null, clock) {
  const cache = cacheOf(store);
  const key = keyOf(fold, stream);
  if (upTo !== null && upTo > latestOf(store)) latestAsked.set(store, upTo);
  let slot = cache.get(key);
  if (slot === void 0) {
    slot = { folded: { state: fold.initial, last: null }, covers: BEGINNING, readings: [] };
    cache.put(key, slot, roughBytes(fold.initial));
  }
  if (upTo !== null && slot.covers >= upTo) return Promise.resolve(slot.folded);
  const serving = slot.readings.find(({ covers }) => covers === null || upTo !== null && covers >= upTo);
  const reading = serving ?? readOn(store, stream, fold, slot, clock);
  return reading.folded;
}
function forgetFold(store, stream, fold) {
  cacheOf(store).delete(keyOf(fold, stream));
}
function readOn(store, stream, fold, slot, clock) {
  const before = slot.readings.at(-1);
  const run = async () => {
    await before?.folded.catch(() => {
    });
    await clock?.turn();
    reading.covers = latestOf(store);
    try {
      await foldRest(store, stream, fold, slot);
      slot.covers = latest(reading.covers, slot.folded.last?.position ?? BEGINNING);
      return slot.folded;
    } finally {
      slot.readings = slot.readings.filter((other) => other !== reading);
    }
  };
  const reading = { covers: null, folded: run() };
  slot.readings.push(reading);
  return reading;
}
async function foldRest(store, stream, fold, slot) {
  for (; ; ) {
    const fromRevision = (slot.folded.last?.revision ?? -1) + 1;
    const events = await store.readStream(stream, { fromRevision, limit: PAGE });
    const end = events.at(-1);
    if (end === void 0) return;
    const { id, revision, position, metadata } = end;
    const state = events.reduce((now, event) => fold.evolve(now, event), slot.folded.state);
    slot.folded = { state, last: { id, revision, position, metadata } };
    cacheOf(store).put(keyOf(fold, stream), slot, roughBytes(state));
    if (events.length < PAGE) return;
  }
}
var latest = (some, other) => some < other ? other : some;
var latestOf = (store) => latestAsked.get(store) ?? BEGINNING;
function keyOf(fold, stream) {
  let number = numbers.get(fold);
  if (number === void 0) {
    number = ++lastNumber;
    numbers.set(fold, number);
  }
  return `fold ${number} ${stream}`;
}
export {
  foldedStream,
  forgetFold
};
//# sourceMappingURL=foldedStream.js.map
