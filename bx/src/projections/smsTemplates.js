// src/projections/smsTemplates.ts
import { projection } from "../runtime/fold/projection.js";
import { pages } from "./pages.js";
var smsTemplates = projection({
  name: "sms_templates",
  version: 1,
  indexes: { byName: ["workspace", "name"] },
  key: ({ data }) => data.templateId,
  on: {
    SmsTemplateApproved: (_, { data: { name, body }, metadata: { workspace, at } }) => ({
      workspace,
      name,
      body,
      approvedAt: at
    }),
    SmsTemplateWithdrawn: () => null
  }
});
async function listSmsTemplates(collection, workspace) {
  const all = [];
  const query = { index: "byName", equals: [workspace] };
  for await (const page of pages(collection, query, ({ name }) => [workspace, name])) all.push(...page);
  return all;
}
export {
  listSmsTemplates,
  smsTemplates
};
//# sourceMappingURL=smsTemplates.js.map
