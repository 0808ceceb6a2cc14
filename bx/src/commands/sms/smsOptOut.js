// src/commands/sms/smsOptOut.ts
import { smsOptOutIdOf, suppression } from "../../events/suppression.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { decideOn } from "../kernel/decider.js";
var smsOptOutDecider = {
  initial: "in",
  evolve: (_, { type }) => type === "SmsOptedOut" ? "out" : "in",
  decide({ do: what, sender, number, keyword }, state) {
    if (state === (what === "opt-out" ? "out" : "in")) return [];
    const data = { sender, number, keyword };
    return [what === "opt-out" ? { type: "SmsOptedOut", data } : { type: "SmsOptedIn", data }];
  }
};
async function decideSmsOptOut(ledger, origin, command, saidAt = null) {
  const stream = optOutStream(origin.workspace, command);
  const isOlder = (last) => saidAt !== null && last !== void 0 && saidAt < last;
  const { position } = await decideOn(
    ledger,
    origin,
    stream,
    smsOptOutDecider,
    ({ state, last }) => isOlder(last?.position) ? [] : smsOptOutDecider.decide(command, state)
  );
  return position;
}
async function hasOptedOut({ store }, workspace, parties) {
  return (await foldedStream(store, optOutStream(workspace, parties), smsOptOutDecider)).state === "out";
}
function optOutStream(workspace, { sender, number }) {
  return suppression.stream(smsOptOutIdOf(workspace, sender, number));
}
var OUT_WORDS = "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT STOPP ABMELDEN ARRET DESABONNER BAJA ALTO";
var OUT = new Set(OUT_WORDS.split(" "));
var IN = new Set("START UNSTOP".split(" "));
function optOutKeyword(text) {
  const keyword = text.normalize("NFD").toUpperCase().replace(/[^\p{L}]/gu, "");
  if (OUT.has(keyword)) return { do: "opt-out", keyword };
  return IN.has(keyword) ? { do: "opt-in", keyword } : null;
}
export {
  decideSmsOptOut,
  hasOptedOut,
  optOutKeyword
};
//# sourceMappingURL=smsOptOut.js.map
