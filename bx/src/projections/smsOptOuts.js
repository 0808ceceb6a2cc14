// src/projections/smsOptOuts.ts
import { smsOptOutIdOf } from "../events/suppression.js";
import { projection } from "../runtime/fold/projection.js";
import { documentsOf } from "./pages.js";
var smsOptOuts = projection({
  name: "sms_opt_outs",
  version: 1,
  indexes: { byWorkspace: ["workspace", "since"] },
  key: ({ data: { sender, number }, metadata: { workspace } }) => smsOptOutIdOf(workspace, sender, number),
  on: {
    SmsOptedOut: (document, { data: { sender, number, keyword }, metadata: { workspace, at } }) => document ?? { workspace, sender, number, keyword, since: at },
    SmsOptedIn: () => null
  }
});
function listSmsOptOuts(collection, workspace) {
  const query = { index: "byWorkspace", equals: [workspace] };
  return documentsOf(collection, query, ({ since }) => [workspace, since]);
}
export {
  listSmsOptOuts,
  smsOptOuts
};
//# sourceMappingURL=smsOptOuts.js.map
