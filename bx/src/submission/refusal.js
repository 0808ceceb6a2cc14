// src/submission/refusal.ts
import { messageWithIssue } from "../api/errorBody.js";
import { failureOf } from "../api/errors.js";
import { SubmissionRefused } from "../ports/mailSubmission.js";
var MAX_CHARS = 480;
function refusalOf(error) {
  if (error instanceof SubmissionRefused) return error;
  const failure = failureOf(error);
  const [code, enhanced] = codesOf(failure);
  return new SubmissionRefused(code, `${enhanced} ${oneLine(messageWithIssue(failure))}`);
}
function authRefusalOf(error) {
  const { status, message } = failureOf(error);
  return status < 500 ? new SubmissionRefused(535, `5.7.8 ${oneLine(message)}`) : new SubmissionRefused(454, `4.7.0 ${oneLine(message)}`);
}
function codesOf({ status, issues }) {
  if (status >= 500 || status === 408) return [451, "4.3.0"];
  if (status === 401) return [535, "5.7.8"];
  if (status === 403) return [550, "5.7.1"];
  const path = issues?.[0]?.path ?? "";
  if (/^\/(?:to|cc|bcc)\b/.test(path)) return [550, "5.1.3"];
  return [550, path === "/from" ? "5.1.7" : "5.6.0"];
}
var oneLine = (text) => text.replace(/[^ -~]/g, "?").slice(0, MAX_CHARS);
export {
  authRefusalOf,
  refusalOf
};
//# sourceMappingURL=refusal.js.map
