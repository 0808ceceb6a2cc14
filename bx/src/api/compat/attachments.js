// src/api/compat/attachments.ts
import { Type } from "../../../packages/typebox.js";
import { base64Fault } from "../emails/emailRules.js";
import { ATTACHMENT_CONTENT_MAX } from "../emails/emailSchema.js";
import { isObject } from "../schemaIssues.js";
var BYTES_MAX = ATTACHMENT_CONTENT_MAX / 4 * 3;
var Bytes = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { minItems: 1, maxItems: BYTES_MAX });
var documentedContent = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: ATTACHMENT_CONTENT_MAX }),
    Bytes,
    Type.Object({ type: Type.Literal("Buffer"), data: Bytes }, { additionalProperties: false })
  ],
  { examples: ["SGVsbG8="] }
);
function contentFault(content) {
  if (typeof content === "string") {
    if (content.length > ATTACHMENT_CONTENT_MAX)
      return `must have at most ${ATTACHMENT_CONTENT_MAX} characters`;
    return base64Fault(content);
  }
  const bytes = isBufferObject(content) ? content.data : content;
  if (!Array.isArray(bytes)) return "must be base64, or a list of bytes";
  if (bytes.length === 0) return "must have at least 1 byte";
  if (bytes.length > BYTES_MAX) return `must have at most ${BYTES_MAX} bytes`;
  return bytes.every(isByte) ? null : "must be a list of bytes, whole numbers from 0 to 255";
}
function decodedContent(content) {
  if (typeof content === "string") return Buffer.from(content, "base64");
  return Buffer.from("data" in content ? content.data : content);
}
function isBufferObject(content) {
  return isObject(content) && content.type === "Buffer" && Object.keys(content).length === 2;
}
var isByte = (value) => Number.isInteger(value) && value >= 0 && value <= 255;
export {
  contentFault,
  decodedContent,
  documentedContent
};
//# sourceMappingURL=attachments.js.map
