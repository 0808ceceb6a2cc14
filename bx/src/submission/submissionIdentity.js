// src/submission/submissionIdentity.ts
import { createHash } from "node:crypto";
function identityOf({ message, envelope, request, idempotencyKey }) {
  const sorted = [...new Set(envelope.map((address) => address.toLowerCase()))].sort();
  const recipients = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
  if (idempotencyKey !== null) return ["key", idempotencyKey, recipients];
  const named = (name) => message.fields.find((field) => field.name.toLowerCase() === name)?.value;
  const own = named("message-id") || named("date");
  return own ? ["content", own, recipients, contentHash(request)] : null;
}
function contentHash({ html, text, attachments, template, ...rest }) {
  const hash = createHash("sha256");
  const { variables = null, ...reference } = template ?? {};
  hash.update(JSON.stringify([rest, reference, attachments.map(({ content, ...about }) => about)]));
  for (const part of [html, text, variables, ...attachments.map(({ content }) => content)])
    hash.update(`;${part === null ? "" : Buffer.byteLength(part)}:`).update(part ?? "");
  return hash.digest("hex");
}
export {
  identityOf
};
//# sourceMappingURL=submissionIdentity.js.map
