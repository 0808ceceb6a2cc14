// src/api/emails/headerRules.ts
import { isMessageId } from "../../commands/email/messageId.js";
import { hasControlCharacter } from "../../events/fieldPatterns.js";
import { headerNameFault } from "../../events/headerNames.js";
import { pointer } from "../schemaIssues.js";
var HEADERS_MAX_BYTES = 65536;
function headerIssues(value, path = "/headers", options = {}) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const issues = [];
  let bytes = 0;
  for (const [name, text] of Object.entries(value)) {
    const message = headerFault(name, text, options);
    if (message !== null) issues.push({ path: pointer(path, name), message });
    bytes += name.length + (typeof text === "string" ? Buffer.byteLength(JSON.stringify(text)) : 0);
    if (issues.length >= 100) break;
  }
  if (bytes > HEADERS_MAX_BYTES)
    issues.push({ path, message: `must not have more than ${HEADERS_MAX_BYTES} bytes in all` });
  return issues;
}
function headerFault(name, text, { messageId, stream = "transactional" }) {
  if (name.toLowerCase() === "message-id" && messageId)
    return typeof text !== "string" || isMessageId(text) ? null : "must be a message id, <left@right>";
  const nameFault = headerNameFault(name, stream);
  if (nameFault !== null) return nameFault;
  if (typeof text === "string" && hasControlCharacter(text))
    return "must be free of line breaks and other control characters";
  return null;
}
export {
  headerIssues
};
//# sourceMappingURL=headerRules.js.map
