// bench/sends.ts
import { generateLoad } from "./loadGenerator.js";
var SEND = {
  from: "Shop <shop@sender.test>",
  to: "person@receiver.test",
  subject: "Your order is on its way",
  text: "It left our house this morning. ".repeat(58)
};
async function postJson({ url, key }, path, body, headers = {}) {
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}
async function generateSends({ url, key }, sends) {
  const result = await generateLoad({
    host: url.hostname,
    port: Number(url.port),
    path: "/v1/emails",
    headers: { authorization: `Bearer ${key ?? ""}` },
    body: JSON.stringify(SEND),
    warmUpMs: 0,
    ...sends
  });
  if (result.answers === 0) throw new Error("no answer in the time given");
  if (result.statuses["202"] !== result.answers)
    throw new Error(`answers other than 202: ${JSON.stringify(result.statuses)}`);
  return result;
}
export {
  SEND,
  generateSends,
  postJson
};
//# sourceMappingURL=sends.js.map
