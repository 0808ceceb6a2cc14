// test/simulation/auditor/paceSpent.ts
import { recipientStories } from "./recipients.js";
var SPENT = 0.9;
function paceSpent(evidence) {
  const { plan, workspaceOf, events } = evidence;
  const perDay = new Map(plan.clients.map(({ name, perDay: perDay2 }) => [workspaceOf(name), perDay2]));
  const begun = /* @__PURE__ */ new Map();
  const count = (workspace, at) => {
    const name = `${workspace} ${at.slice(0, 10)}`;
    begun.set(name, (begun.get(name) ?? 0) + 1);
  };
  for (const { workspace, events: own } of recipientStories(evidence)) {
    const first = own.find(({ type }) => type === "SubmissionAttempted" || type === "Submitted");
    if (first !== void 0) count(workspace, first.metadata.at);
  }
  for (const { type, metadata } of events)
    if (type === "SmsSubmissionAttempted") count(metadata.workspace, metadata.at);
  return (workspace) => {
    const limit = perDay.get(workspace) ?? Number.POSITIVE_INFINITY;
    return [...begun].some(([name, sent]) => name.startsWith(`${workspace} `) && sent >= limit * SPENT);
  };
}
export {
  paceSpent
};
//# sourceMappingURL=paceSpent.js.map
