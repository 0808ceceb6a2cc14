// src/events/suppression.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, personal, Uuid } from "./schema.js";
import { uuid5 } from "./uuid5.js";
var SmsParties = Type.Object({
  /** The workspace's number, E.164. */
  sender: personal(Type.String()),
  /** The recipient's. */
  number: personal(Type.String()),
  /** The word that the recipient sent; null when an operator did it. */
  keyword: nullable(Type.String())
});
var suppression = category("suppression", {
  SuppressionAdded: {
    v: 1,
    meaning: "An operator suppressed the address.",
    schema: Type.Object({
      address: personal(Type.String()),
      reason: Type.String(),
      /** The event of a message that was the reason. */
      cause: Type.Optional(Uuid)
    })
  },
  SuppressionRemoved: {
    v: 1,
    meaning: "An operator lifted the suppression. Its cause does not matter.",
    schema: Type.Object({
      address: personal(Type.String()),
      /** Absent where none was given, and in older events. */
      reason: Type.Optional(Type.String())
    })
  },
  SmsOptedOut: {
    v: 1,
    meaning: "A recipient opted out of messages from a number, by STOP or a similar word.",
    schema: SmsParties
  },
  SmsOptedIn: {
    v: 1,
    meaning: "A recipient, by START, or an operator took the opt-out back.",
    schema: SmsParties
  }
});
function suppressionIdOf(workspaceId, address) {
  return uuid5("suppression", workspaceId, address.toLowerCase());
}
function smsOptOutIdOf(workspaceId, sender, number) {
  return uuid5("sms-opt-out", workspaceId, sender, number);
}
export {
  smsOptOutIdOf,
  suppression,
  suppressionIdOf
};
//# sourceMappingURL=suppression.js.map
