import { parseArgs } from 'node:util';
import { timeOf } from './journal.ts';
import { planOf } from './planning/planOf.ts';
import { runScenario, scenariosNamed, textOf } from './scenarios/runScenario.ts';
import { KNOWN_INGREDIENTS } from './scenarios/scenarios.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '1' },
    processes: { type: 'string' },
    messages: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '20' },
    scenario: { type: 'string' },
  },
});
if (values.scenario !== undefined) {
  const ended = [];
  for (const scenario of scenariosNamed(values.scenario)) {
    const outcome = await runScenario(scenario);
    ended.push(outcome);
    console.log(textOf(outcome));
  }
  if (ended.length === 0) console.log(`There is no scenario named ${values.scenario}.`);
  process.exit(ended.length > 0 && ended.every(({ wrong }) => wrong === null) ? 0 : 1);
}
const seed = Number(values.seed ?? 1);
const size = {
  hours: Number(values.days) * 24,
  processes: values.processes === undefined ? null : Number(values.processes),
  messages: Number(values.messages),
  endpoints: Number(values.endpoints),
  without: KNOWN_INGREDIENTS,
};
const begun = performance.now();
const { sha256, breaches, world } = await simulate(planOf(seed, size));
const tookS = (performance.now() - begun) / 1000;
console.log(
  `seed ${seed}: ${world.stores.log.events.length} events, ${world.driver.steps} steps, ${timeOf(world.agenda.nowMs())} in ${tookS.toFixed(1)} s, ${timeOf(world.idle.passedOverMs)} left out, sha256 ${sha256}`,
);
for (const breach of breaches.slice(0, 20))
  console.log(`BREACH ${breach.rule}: ${breach.what} (${timeOf(breach.atMs ?? 0)})`);
console.log(`${breaches.length} breaches`);
