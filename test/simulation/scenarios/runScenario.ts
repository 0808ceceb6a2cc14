import { audit, RULES } from '../auditor/audit.ts';
import type { Breach } from '../auditor/rule.ts';
import { breachText } from '../breachText.ts';
import { timeOf } from '../journal.ts';
import { type Outcome, simulate } from '../simulate.ts';
import type { Scenario } from './scenario.ts';
import { KNOWN_FAULTS, ORDINARY } from './scenarios.ts';

/** What a scenario came to. */
export interface ScenarioOutcome extends Outcome {
  readonly scenario: Scenario;
  /** Breaches of its own rule, the earliest first. */
  readonly own: readonly Breach[];
  /** What this says about it; null: it is as its list says. */
  readonly wrong: string | null;
}

/** The scenarios whose names hold a text. */
export function scenariosNamed(text: string): readonly Scenario[] {
  return [...KNOWN_FAULTS, ...ORDINARY].filter(({ name }) => name.includes(text));
}

/** Lives a scenario through, and has its rule checked; every other rule too where it is no known fault. */
export async function runScenario(scenario: Scenario): Promise<ScenarioOutcome> {
  const outcome = await simulate(scenario.plan);
  const own = await audit(outcome.world, [scenario.rule]);
  // A plan that the service refuses shows nothing.
  const refused = outcome.world.journal.books.clients.find(
    ({ call, status }) => /^POST \/v1\/(emails|sms)$/.test(call) && status === 422,
  );
  const wrong =
    refused === undefined
      ? wrongWith(scenario, own, outcome.breaches)
      : `the send ${refused.key} was refused: ${JSON.stringify(refused.answer)}`;
  return { ...outcome, scenario, own, wrong };
}

function wrongWith(scenario: Scenario, own: readonly Breach[], others: readonly Breach[]): string | null {
  const isKnown = KNOWN_FAULTS.includes(scenario);
  if (isKnown && own.length > 0) return null;
  if (isKnown) return 'this known fault is there no more: move it to the ordinary scenarios';
  const [breach] = [...own, ...others];
  return breach === undefined ? null : `${breach.rule}: ${breach.what}`;
}

/** A table of the faults that were found: when, by the simulated time. */
export function tableOf(outcomes: readonly ScenarioOutcome[]): string {
  const rows = outcomes.map(({ scenario: { name, plan, issue }, own: [first] }) => {
    const found = first === undefined ? 'not there' : timeOf(first.atMs ?? plan.lastsMs);
    return `| ${name} | ${issue} | ${plan.seed} | ${found} |`;
  });
  return ['| fault | issue | seed | simulated time until it is found |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** What came of it, with the lines of the journals around the first breach. */
export function textOf(outcome: ScenarioOutcome): string {
  const { scenario, own, breaches, world, sha256, wrong } = outcome;
  const [first] = own;
  return [
    `${scenario.name} (seed ${scenario.plan.seed}, issue ${scenario.issue})`,
    `  ${world.stores.log.events.length} events, ${timeOf(world.agenda.nowMs())}, sha256 ${sha256}`,
    `  ${own.length} breaches of its rule`,
    ...(first === undefined ? [] : [breachText(first, outcome)]),
    `  ${breaches.length} breaches of the auditor's ${RULES.length} rules`,
    `  ${wrong ?? (first === undefined ? 'as it must be' : 'a known fault, as expected')}`,
  ].join('\n');
}
