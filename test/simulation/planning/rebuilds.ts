import type { Chance } from '../chance.ts';
import type { PlannedRebuild } from '../plan.ts';

const HOUR_MS = 3_600_000;
/** Hours between two rebuilds, about. */
const EVERY_HOURS = 0.75;
/** A rebuild takes three seconds, most of which it waits for the services to give way. */
const KILLED_AFTER_MS = 4_000;
/** So long after one that is killed the operator begins it again. */
const AGAIN_MS = 40_000;

/** What is worth to be built alone: work indexes, and what the sender and the API ask. */
const SOME = [
  'email_outbox',
  'email_retries',
  'webhook_work',
  'suppressions',
  'messages',
  'balances',
  'sms_carrier_ids',
];

/** Read models that are built again while the service lives, two at a time now and then; some of these rebuilds are killed. */
export function rebuilds(chance: Chance, lastsMs: number): readonly PlannedRebuild[] {
  return Array.from({ length: Math.ceil(lastsMs / HOUR_MS / EVERY_HOURS) }, (): readonly PlannedRebuild[] => {
    const atMs = chance.between(0.05, 0.9) * lastsMs;
    const models = chance.is(0.5) ? [] : SOME.filter(() => chance.is(0.4));
    const whole: PlannedRebuild = { of: 'rebuild', do: 'whole', atMs, models, afterMs: 0 };
    if (!chance.is(0.5)) return [whole];
    const afterMs = chance.between(0.01, 1) * KILLED_AFTER_MS;
    return [
      { ...whole, do: 'killed', afterMs },
      { ...whole, atMs: atMs + chance.of([1_000, AGAIN_MS]) },
    ];
  }).flat();
}
