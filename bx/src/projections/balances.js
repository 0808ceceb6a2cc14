// src/projections/balances.ts
import { projection } from "../runtime/fold/projection.js";
var balances = projection({
  name: "balances",
  version: 1,
  indexes: {},
  key: (event) => event.metadata.workspace,
  on: { CreditsGranted: creditsAfter, EmailAccepted: creditsAfter, SmsAccepted: creditsAfter }
});
var ACCOUNTS = { CreditsGranted: "granted", EmailAccepted: "email", SmsAccepted: "sms" };
function creditsAfter(document, event) {
  const { credits } = event.data;
  const before = document ?? { workspace: event.metadata.workspace, granted: 0, email: 0, sms: 0 };
  if (credits === 0) return before;
  const account = ACCOUNTS[event.type];
  return { ...before, [account]: before[account] + credits };
}
function balanceOf(document) {
  return document === null ? 0 : document.granted - document.email - document.sms;
}
export {
  balanceOf,
  balances,
  creditsAfter
};
//# sourceMappingURL=balances.js.map
