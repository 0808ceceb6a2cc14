// src/api/resources/webhookEndpoint.ts
import { Type } from "../../../packages/typebox.js";
import { Refusal } from "../../commands/kernel/refusal.js";
import {
  MAX_WEBHOOK_URL_LENGTH,
  webhookUrlRefusal
} from "../../commands/webhook/webhookUrl.js";
import { Answer, instantAnswer, uuidField } from "../fields.js";
import { bodyIssues } from "../reading/reader.js";
import { Closed, checker } from "../validation.js";
var name = Type.String({ minLength: 1, maxLength: 100, examples: ["Production"] });
var url = Type.String({
  minLength: 1,
  maxLength: MAX_WEBHOOK_URL_LENGTH,
  description: "https alone; the host must resolve, and to public addresses only.",
  examples: ["https://customer.test/webhooks"]
});
var events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: "Kinds of event, with or without `email.` before those of email; `*` is everything.",
  examples: [["delivered", "bounced"]]
});
var status = Type.Union([Type.Literal("ACTIVE"), Type.Literal("DISABLED")]);
var NewWebhookEndpoint = Closed({ name, url, events });
var WebhookEndpointChanges = Closed(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    events: Type.Optional(events),
    status: Type.Optional(status)
  },
  { examples: [{ events: ["*"], status: "ACTIVE" }] }
);
var fields = {
  id: uuidField(),
  name,
  url,
  events,
  status,
  created_at: instantAnswer()
};
var WebhookEndpointAnswer = Answer("WebhookEndpoint", fields, "The endpoint.");
var WebhookEndpointWithSecret = Answer(
  "WebhookEndpointWithSecret",
  {
    ...fields,
    secret: Type.String({
      description: "Signs what is posted to the endpoint. It is shown this once and can never be read again.",
      examples: ["whsec_Qx4mYyYvPzZ4rT0m0yq3XK3o1vJm2rN8Qb5cW6dE7fg"]
    })
  },
  "The endpoint with its signing secret."
);
var WebhookEndpointList = Answer(
  "WebhookEndpointList",
  { data: Type.Array(WebhookEndpointAnswer) },
  "Every endpoint in the order of creation, disabled ones included."
);
function webhookEndpointAnswer({
  key,
  document
}) {
  const { name: name2, url: url2, events: events2, status: status2, createdAt } = document;
  return { id: key, name: name2, url: url2, events: [...events2], status: status2, created_at: createdAt };
}
var readNewEndpoint = endpointReader(NewWebhookEndpoint);
var readEndpointChanges = endpointReader(WebhookEndpointChanges);
function endpointReader(schema) {
  const check = checker(schema);
  return (sent) => {
    const issues = bodyIssues(sent, check);
    const { url: url2 } = sent.value ?? {};
    const isCheckable = typeof url2 === "string" && !issues.some(({ path }) => path === "/url" || path === "");
    return {
      value: {
        issues,
        body: issues.length === 0 ? sent.value : void 0,
        url: isCheckable ? url2 : void 0
      }
    };
  };
}
async function checkedEndpoint({ issues, body, url: url2 }, reachability) {
  const refusal = url2 === void 0 ? null : await webhookUrlRefusal(url2, reachability);
  const all = refusal === null ? issues : [...issues, { path: "/url", message: refusal }];
  if (body === void 0 || all.length > 0) throw new Refusal("invalid", all);
  return body;
}
export {
  NewWebhookEndpoint,
  WebhookEndpointAnswer,
  WebhookEndpointChanges,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  checkedEndpoint,
  readEndpointChanges,
  readNewEndpoint,
  webhookEndpointAnswer
};
//# sourceMappingURL=webhookEndpoint.js.map
