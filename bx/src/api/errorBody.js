// src/api/errorBody.ts
import { errorCodes, failureFor } from "./errors.js";
function errorBody(path, failure) {
  const { code, message, status, issues } = failure;
  const details = issues === void 0 ? {} : { details: { issues } };
  const native = { error: { code, message: messageWithIssue(failure), ...details } };
  if (isUnder(path, "/v1/sms"))
    return { ...native, code, message: messageWithIssue(failure), statusCode: status, ...details };
  if (bodyAndPath.some((served) => isUnder(path, served)))
    return { ...native, statusCode: status, name: NAMES[code], message: messageWithIssue(failure) };
  if (isUnder(path, "/v3")) {
    const named = issues?.map((issue) => ({
      message: sentence(dotted(issue.path) ?? "The body", issue.message),
      field: dotted(issue.path),
      help: null
    }));
    return { ...native, errors: named ?? [{ message, field: null, help: null }] };
  }
  return native;
}
var bodyAndPath = [
  "/emails",
  "/api-keys",
  "/audiences",
  "/broadcasts",
  "/contact-properties",
  "/contacts",
  "/domains",
  "/segments",
  "/templates",
  "/topics",
  "/webhooks"
];
var NAMES = {
  bad_request: "validation_error",
  invalid_idempotency_key: "invalid_idempotency_key",
  unauthorized: "invalid_api_key",
  forbidden: "restricted_api_key",
  not_found: "not_found",
  method_not_allowed: "method_not_allowed",
  request_timeout: "application_error",
  payload_too_large: "validation_error",
  uri_too_long: "validation_error",
  unsupported_media_type: "validation_error",
  validation_failed: "validation_error",
  headers_too_large: "validation_error",
  internal_error: "internal_server_error",
  unavailable: "application_error"
};
function messageWithIssue({ message, issues }) {
  const first = issues?.[0];
  if (first === void 0) return message;
  const more = issues !== void 0 && issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${message} ${sentence(first.path === "" ? "The body" : first.path, first.message, more)}`;
}
function sentence(subject, message, more = "") {
  return `${subject} ${message.replace(/\.$/, "")}${more}.`;
}
function dotted(path) {
  return path === "" ? null : path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
function titleOf(path) {
  if (isUnder(path, "/v1/sms")) return "SmsError";
  if (isUnder(path, "/v3")) return "MailSendError";
  return bodyAndPath.some((served) => isUnder(path, served)) ? "EmailsError" : "Error";
}
function isUnder(path, prefix) {
  return path === prefix || path.startsWith(`${prefix}/`);
}
var ISSUES = {
  type: "array",
  items: {
    type: "object",
    properties: {
      path: { type: "string", description: "JSON Pointer (RFC 6901) into the request." },
      message: { type: "string" }
    },
    required: ["path", "message"],
    additionalProperties: false
  }
};
var DETAILS = {
  type: "object",
  properties: { issues: ISSUES },
  required: ["issues"],
  additionalProperties: false
};
var TEXT = { type: "string" };
var NAMED_ERROR = {
  type: "object",
  properties: { message: TEXT, field: { type: ["string", "null"] }, help: { type: ["string", "null"] } },
  required: ["message", "field", "help"],
  additionalProperties: false
};
function refusalSchema(path, status) {
  const codes = Object.keys(errorCodes);
  const fitting = codes.filter((code2) => errorCodes[code2][0] === status);
  const code = status === void 0 ? "method_not_allowed" : fitting.at(-1) ?? "internal_error";
  const failure = failureFor(code);
  const issues = [{ path: "/to/0", message: "must be an email address" }];
  const example = errorBody(path, status === 422 ? { ...failure, issues } : failure);
  const codeSchema = { type: "string", enum: codes, description: "Stable; never changes." };
  const fields = {
    error: {
      type: "object",
      properties: { code: codeSchema, message: TEXT, details: DETAILS },
      required: ["code", "message"],
      additionalProperties: false
    },
    code: codeSchema,
    message: TEXT,
    statusCode: { type: "integer" },
    name: { type: "string", enum: [...new Set(codes.map((one) => NAMES[one]))] },
    errors: { type: "array", items: NAMED_ERROR },
    details: DETAILS
  };
  const required = Object.keys(example).filter((name) => name !== "details");
  const names = Object.keys(fields).filter(
    (name) => name in example || name === "details" && "code" in example
  );
  return {
    title: titleOf(path),
    "x-response-description": status === void 0 ? "Any other refusal." : failure.message,
    description: "A refusal.",
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
    required,
    additionalProperties: false,
    examples: [example]
  };
}
export {
  errorBody,
  messageWithIssue,
  refusalSchema
};
//# sourceMappingURL=errorBody.js.map
