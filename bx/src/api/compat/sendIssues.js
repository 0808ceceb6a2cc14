// src/api/compat/sendIssues.ts
import { Refusal } from "../../commands/kernel/refusal.js";
async function withSentNames(command, rename) {
  try {
    return await command;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = /* @__PURE__ */ new Map();
    for (const { path, message } of error.issues) {
      const sentPath = rename(path);
      if (!issues.has(sentPath)) issues.set(sentPath, { path: sentPath, message });
    }
    throw new Refusal(error.kind, [...issues.values()]);
  }
}
function pastTimeIssues(clock, { scheduledFor }, path) {
  if (scheduledFor === null || Date.parse(scheduledFor) >= clock.nowMs()) return [];
  return [{ path, message: "has passed; leave it out to send at once" }];
}
export {
  pastTimeIssues,
  withSentNames
};
//# sourceMappingURL=sendIssues.js.map
