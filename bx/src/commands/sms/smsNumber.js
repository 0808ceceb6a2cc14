// src/commands/sms/smsNumber.ts
import { isPhoneNumber } from "../../events/fieldPatterns.js";
import { workspace } from "../../events/workspace.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  withEntry,
  withoutEntry
} from "../kernel/immutableMap.js";
import { invalid, notFound } from "../kernel/refusal.js";
var smsNumbersDecider = {
  initial: { open: false, assigned: EMPTY_MAP },
  evolve: (state, { type, data }) => {
    if (type === "WorkspaceOpened") return { ...state, open: true };
    if (type === "SmsNumberAssigned")
      return { ...state, assigned: withEntry(state.assigned, data.number, true) };
    if (type !== "SmsNumberReleased") return state;
    return { ...state, assigned: withoutEntry(state.assigned, data.number) };
  },
  decide: ({ do: what, number }, { open, assigned }) => {
    if (!open) throw notFound("There is no such workspace.");
    if (!isPhoneNumber(number)) throw invalid("/number", "must be a number in E.164 form");
    if (what === "assign")
      return entryIn(assigned, number) ? [] : [{ type: "SmsNumberAssigned", data: { number } }];
    if (!entryIn(assigned, number)) throw notFound(`${number} is not assigned to the workspace.`);
    return [{ type: "SmsNumberReleased", data: { number } }];
  }
};
async function decideSmsNumber(ledger, origin, command) {
  const stream = workspace.stream(origin.workspace);
  return (await handle(ledger, origin, stream, smsNumbersDecider, command)).position;
}
async function smsNumbersOf({ store }, workspaceId) {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), smsNumbersDecider);
  return entriesOf(state.assigned).map(([number]) => number);
}
export {
  decideSmsNumber,
  smsNumbersDecider,
  smsNumbersOf
};
//# sourceMappingURL=smsNumber.js.map
