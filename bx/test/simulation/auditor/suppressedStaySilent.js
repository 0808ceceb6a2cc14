// test/simulation/auditor/suppressedStaySilent.ts
import { recipientStories } from "./recipients.js";
import { suppressionsOf } from "./suppressions.js";
var suppressedStaySilent = {
  name: "the suppressed get no mail",
  check(evidence) {
    const changes = suppressionsOf(evidence.events);
    const mailed = new Set(evidence.journals.mail.map(({ deliveryId }) => deliveryId));
    return recipientStories(evidence).filter(({ deliveryId, isSandbox }) => !isSandbox && mailed.has(deliveryId)).flatMap(({ deliveryId, workspace, address, events, emailId }) => {
      const claims = events.filter(({ type }) => type === "SubmissionAttempted");
      return claims.filter(({ position }) => changes.isSuppressed(workspace, address, position)).filter((claim) => wasMailed(evidence, deliveryId, evidence.appendedAtMs(claim))).map((claim) => ({
        ...{ rule: this.name, atMs: evidence.appendedAtMs(claim), about: [emailId, deliveryId, address] },
        what: `${address} was suppressed when the attempt at ${claim.metadata.at} was claimed, and got the mail`
      }));
    });
  }
};
function wasMailed({ journals }, deliveryId, claimedAtMs) {
  return journals.mail.some(
    (line) => line.deliveryId === deliveryId && line.begunAtMs >= claimedAtMs && line.begunAtMs < claimedAtMs + 6e4
  );
}
export {
  suppressedStaySilent
};
//# sourceMappingURL=suppressedStaySilent.js.map
