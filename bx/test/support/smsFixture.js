// test/support/smsFixture.ts
import { approveSmsTemplate } from "../../src/commands/sms/smsTemplate.js";
import { apiFixture } from "./apiFixture.js";
var renderer = {
  async render({ parts: [part], variables: [variables] }) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    let missing = null;
    const text = (part?.source ?? "").replace(/\{\{ (\w+) \}\}/g, (_, name) => {
      const value = variables?.[name];
      if (value === void 0) missing = name;
      return String(value);
    });
    if (missing === "0") return { outcome: "failed", part: "text", reason: "broken", variable: null };
    if (missing !== null) return { outcome: "failed", part: "text", reason: "missing", variable: missing };
    return { outcome: "rendered", parts: { text } };
  },
  check: async ({ parts }) => parts.filter(({ source }) => source.includes("{%")).map(({ name }) => ({ part: name, line: 1, reason: "there are no tags" })),
  close: async () => {
  }
};
var smsBody = {
  from: "+4511111111",
  to: "+4522222222",
  template: "code",
  variables: { code: "4711" },
  consent_basis: "transactional"
};
async function withSmsTemplate(text = "Your code is {{ code }}") {
  const api = await apiFixture({ context: { renderer }, options: { creditsPerSegment: 3 } });
  const { templateId } = await approveSmsTemplate(api.ledger, api.origin, { name: "code", body: text });
  return { api, templateId };
}
var keys = 0;
var sendSms = (api, given = smsBody, idempotencyKey = `key ${keys++}`, key = api.key) => api.call("POST", "/v1/sms", { body: JSON.stringify(given), idempotencyKey, key });
export {
  renderer,
  sendSms,
  smsBody,
  withSmsTemplate
};
//# sourceMappingURL=smsFixture.js.map
