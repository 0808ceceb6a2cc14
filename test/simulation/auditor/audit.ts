import type { World } from '../world.ts';
import { acceptedOnce } from './acceptedOnce.ts';
import { chargesAddUp } from './chargesAddUp.ts';
import { noFaultAnswers } from './noFaultAnswers.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** Every rule there is. A new one is added here and nowhere else. */
export const RULES: readonly Rule[] = [acceptedOnce, noFaultAnswers, chargesAddUp];

export function evidenceOf({ plan, agenda, wall, journal, stores, accounts }: World): Evidence {
  return {
    ...{ plan, stores, journals: journal.books },
    events: stores.log.events,
    stream: stores.log.stream,
    workspaceOf: (client) => accounts.get(client)?.workspace,
    endMs: agenda.nowMs(),
    endDateMs: wall.outsideMs(),
  };
}

/** All breaches of all rules, the earliest first. */
export async function audit(world: World, rules: readonly Rule[] = RULES): Promise<readonly Breach[]> {
  const evidence = evidenceOf(world);
  const breaches: Breach[] = [];
  for (const rule of rules) breaches.push(...(await rule.check(evidence)));
  return breaches.sort((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
}
