import { parseArgs } from 'node:util';
import { breachText } from './breachText.ts';
import { timeOf } from './journal.ts';
import { planOf } from './planning/planOf.ts';
import { runScenario, scenariosNamed, tableOf, textOf } from './scenarios/runScenario.ts';
import { KNOWN_INGREDIENTS } from './scenarios/scenarios.ts';
import { shrunk } from './shrink.ts';
import { type Outcome, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '1' },
    processes: { type: 'string' },
    messages: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '20' },
    'every-poll': { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    scenario: { type: 'string' },
  },
});
/** Breaches that are printed in full; of the others there is the number. */
const MOST_PRINTED = 3;
const print = (text: string) => process.stdout.write(`${text}\n`);

if (values.scenario !== undefined) {
  const ended = [];
  for (const scenario of scenariosNamed(values.scenario)) {
    const outcome = await runScenario(scenario);
    ended.push(outcome);
    print(textOf(outcome));
  }
  print(tableOf(ended));
  if (ended.length === 0) print(`There is no scenario named ${values.scenario}.`);
  process.exit(ended.length > 0 && ended.every(({ wrong }) => wrong === null) ? 0 : 1);
}

const seed = Number(values.seed ?? Date.now() % 1_000_000);
const { days, processes = null, messages, endpoints } = values;
const size = {
  hours: Number(days) * 24,
  processes: processes === null ? null : Number(processes),
  messages: Number(messages),
  endpoints: Number(endpoints),
  without: KNOWN_INGREDIENTS,
};

function printOutcome(outcome: Outcome, tookMs: number): void {
  const { sha256, breaches, world } = outcome;
  const { stores, agenda, driver } = world;
  const times = `${timeOf(agenda.nowMs())} in ${(tookMs / 1_000).toFixed(1)} s of processor time`;
  print(`seed ${seed}: ${stores.log.events.length} events, ${driver.steps} steps, ${times}`);
  print(`sha256 ${sha256}`);
  for (const breach of breaches.slice(0, MOST_PRINTED)) print(`\nBREACH\n${breachText(breach, outcome)}`);
  const given = process.argv.slice(2).filter((one, at, all) => one !== '--seed' && all[at - 1] !== '--seed');
  if (breaches.length > 0) {
    print(`\n${breaches.length} breaches; again: npm run simulate -- --seed ${seed} ${given.join(' ')}`);
    const rules = new Map<string, number>();
    for (const { rule } of breaches) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    for (const [rule, count] of rules) print(`  ${count} x ${rule}`);
  }
}

const plan = planOf(seed, size);
const processorMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;
const begunAtMs = processorMs();
const outcome = await simulate(plan, { isEveryPollLived: values['every-poll'] });
printOutcome(outcome, processorMs() - begunAtMs);
const [first] = outcome.breaches;
if (values.shrink && first !== undefined) {
  const least = await shrunk(plan, first.rule, (runs, { plannedEvents }) =>
    print(`run ${runs}: ${plannedEvents.length} planned events are left`),
  );
  print(`\nThe smallest plan found that breaks '${first.rule}':\n${JSON.stringify(least)}`);
}
process.exitCode = outcome.breaches.length === 0 ? 0 : 1;
