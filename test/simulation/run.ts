import { parseArgs } from 'node:util';
import { timeOf } from './journal.ts';
import { planOf } from './planning/planOf.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '1' },
    processes: { type: 'string' },
    messages: { type: 'string', default: '1000' },
    endpoints: { type: 'string', default: '20' },
  },
});
const seed = Number(values.seed ?? 1);
const size = {
  hours: Number(values.days) * 24,
  processes: values.processes === undefined ? null : Number(values.processes),
  messages: Number(values.messages),
  endpoints: Number(values.endpoints),
  without: [],
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
