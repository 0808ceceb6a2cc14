import type { Breach } from '../../auditor/rule.ts';
import { acceptedOnce, chargesAddUp, everyCallAnswered } from './accepting.ts';
import { becomesReady, commandsWork, errorsExplained, nothingDamaged, quietIsQuiet } from './keeping.ts';
import { mailArrives, outcomesHaveEvidence } from './mail.ts';
import type { Evidence, Rule } from './rule.ts';
import { webhooksArrive, webhooksScheduled } from './webhooks.ts';

/** Every rule there is. A new one is added here and nowhere else. */
const RULES: readonly Rule[] = [
  ...[acceptedOnce, chargesAddUp, everyCallAnswered, mailArrives, outcomesHaveEvidence],
  ...[webhooksScheduled, webhooksArrive, quietIsQuiet, nothingDamaged, errorsExplained],
  ...[becomesReady, commandsWork],
];

/** All breaches of all rules, the earliest first. */
export function audit(evidence: Evidence): readonly Breach[] {
  return RULES.flatMap((rule) => rule.check(evidence).map((breach) => ({ rule: rule.name, ...breach }))).sort(
    (one, other) => (one.atMs ?? 0) - (other.atMs ?? 0),
  );
}
