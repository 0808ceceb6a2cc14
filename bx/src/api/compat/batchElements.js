// src/api/compat/batchElements.ts
import { batchFault } from "../emails/emailRules.js";
import { pastTimeIssues } from "./sendIssues.js";
import { readBatchElement } from "./sendRequest.js";
var readSendBatch = (sent) => {
  const { value } = sent;
  const faults = [...sent.faults, ...sent.inexact()];
  const message = batchFault(value);
  if (message !== null) return { value: { elements: [], issues: [...faults, { path: "", message }] } };
  const elements = value.map((element, index) => {
    const start = `/${index}/`;
    const own = faults.filter(({ path }) => `${path}/`.startsWith(start)).map((fault) => ({ ...fault, path: fault.path.slice(start.length - 1) }));
    const read = readBatchElement(element);
    if ("issues" in read) return { issues: [...own, ...read.issues] };
    return own.length > 0 ? { issues: own } : read;
  });
  return { value: { elements, issues: faults.filter(({ path }) => !/^\/\d/.test(path)) } };
};
function withRefusals(element, clock) {
  if ("issues" in element) return element;
  return { ...element, refusedNow: pastTimeIssues(clock, element.request, "/scheduled_at") };
}
function validationMode(header) {
  if (header === void 0) return "strict";
  if (header === "strict" || header === "permissive") return header;
  return { issues: [{ path: "/x-batch-validation", message: "must be strict or permissive" }] };
}
export {
  readSendBatch,
  validationMode,
  withRefusals
};
//# sourceMappingURL=batchElements.js.map
