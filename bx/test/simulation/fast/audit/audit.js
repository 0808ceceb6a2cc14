// test/simulation/fast/audit/audit.ts
import { acceptedOnce, chargesAddUp, everyCallAnswered } from "./accepting.js";
import { becomesReady, commandsWork, errorsExplained, nothingDamaged, quietIsQuiet } from "./keeping.js";
import { mailArrives, outcomesHaveEvidence } from "./mail.js";
import { webhooksArrive, webhooksScheduled } from "./webhooks.js";
var RULES = [
  ...[acceptedOnce, chargesAddUp, everyCallAnswered, mailArrives, outcomesHaveEvidence],
  ...[webhooksScheduled, webhooksArrive, quietIsQuiet, nothingDamaged, errorsExplained],
  ...[becomesReady, commandsWork]
];
function audit(evidence) {
  return RULES.flatMap((rule) => rule.check(evidence).map((breach) => ({ rule: rule.name, ...breach }))).sort(
    (one, other) => (one.atMs ?? 0) - (other.atMs ?? 0)
  );
}
export {
  audit
};
//# sourceMappingURL=audit.js.map
