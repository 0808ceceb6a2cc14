// src/sender/sms/smsParts.ts
import { handle, inTurn } from "../../commands/kernel/decider.js";
import { sms } from "../../events/sms.js";
import { uuid5 } from "../../events/uuid5.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
var MISSING = "\u2026";
var empty = { of: 0, from: "", to: "", texts: /* @__PURE__ */ new Map(), isReceived: false };
var smsPartsDecider = {
  initial: empty,
  evolve(state, event) {
    if (event.type === "SmsReceived") return { ...state, isReceived: true };
    if (event.type !== "SmsPartReceived") return state;
    const { of, number, text, from, to } = event.data;
    return { ...state, of, from, to, texts: new Map(state.texts).set(number, text) };
  },
  decide(command, state) {
    if (state.isReceived) return [];
    if (command.do === "give-up") return state.of === 0 ? [] : [received(state)];
    const { from, to, text, part } = command;
    if (state.texts.has(part.number)) return [];
    const added = {
      type: "SmsPartReceived",
      data: { from, to, text, number: part.number, of: part.of }
    };
    const next = smsPartsDecider.evolve(state, added);
    return next.texts.size === part.of ? [added, received(next)] : [added];
  }
};
function received({ of, from, to, texts }) {
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const text = numbers.map((number) => texts.get(number) ?? MISSING).join("");
  return { type: "SmsReceived", data: { from, to, text: text.toWellFormed(), segments: of } };
}
var SAME_MESSAGE_MS = 24 * 36e5;
var REPEATED_WITHIN_MS = 36e5;
var CLOCKS_APART_MS = 6e4;
var MAX_GENERATIONS = 1e3;
var dayOf = (atMs) => Math.floor(atMs / SAME_MESSAGE_MS);
function recordSmsPart(ledger, workspace, message, part) {
  const turn = ["sms-in-parts", message.from, message.to, part.reference, part.of].join(" ");
  return inTurn(ledger.store, turn, () => recordInTurn(ledger, workspace, message, part));
}
async function recordInTurn(ledger, workspace, { from, to, text }, part) {
  const nowMs = ledger.clock.nowMs();
  const today = dayOf(nowMs);
  const others = [today - 1, dayOf(nowMs + CLOCKS_APART_MS)].filter((day) => day !== today);
  for (const day of [...others, today])
    for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
      const counts = [part.reference, part.of, day, generation].map(String);
      const smsId = uuid5("sms-in-parts", from, to, ...counts);
      const stream = sms.stream(smsId);
      const { state, last } = await foldedStream(ledger.store, stream, smsPartsDecider);
      if (last === null && day !== today) break;
      const ageMs = last === null ? 0 : nowMs - Date.parse(last.metadata.at);
      if (ageMs > (state.isReceived ? REPEATED_WITHIN_MS : SAME_MESSAGE_MS)) continue;
      if (state.texts.get(part.number) === text) return;
      if (state.isReceived) continue;
      const origin = { workspace, actor: "recipient", correlation: smsId, causation: null };
      const add = { do: "add", from, to, text, part };
      const { state: after } = await handle(ledger, origin, stream, smsPartsDecider, add);
      if (after.texts.get(part.number) === text) return;
    }
  throw new Error("too many messages with one reference");
}
async function receiveWithoutMissing(ledger, workspace, smsId) {
  const origin = { workspace, actor: "sender", correlation: smsId, causation: null };
  const stream = sms.stream(smsId);
  await handle(ledger, origin, stream, smsPartsDecider, { do: "give-up" });
  return (await foldedStream(ledger.store, stream, smsPartsDecider)).last?.position ?? null;
}
var MAX_IN_FLIGHT = 8;
var RETRY_AFTER_MS = 3e4;
function smsPartsWorker({ ledger, collection }) {
  return {
    name: "sms_parts",
    collection,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT,
    async run(smsId, { lane }) {
      const position = await receiveWithoutMissing(ledger, lane, smsId);
      return position === null ? { retryAfterMs: RETRY_AFTER_MS } : { position };
    }
  };
}
export {
  recordSmsPart,
  smsPartsWorker
};
//# sourceMappingURL=smsParts.js.map
