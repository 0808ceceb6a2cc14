import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../support/project.ts';
import { audit } from './audit/audit.ts';
import { missingFakeTime } from './fakeTime.ts';
import { live } from './life.ts';
import { machineTooBusy, reportOf, summaryOf } from './report.ts';
import { fastWorld } from './world.ts';

// `npm run simulate -- --fast [--seed N] [--minutes M]`: the world over the built service, an hour of life a minute. The
// seed decides what happens and when; what the processes make of it differs from run to run.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
    minutes: { type: 'string', default: '3' },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);
const service = join(ROOT, 'dist/cli/postledger.js');
const missing = missingFakeTime() ?? (existsSync(service) ? null : `${service} is not there (npm run build)`);
if (missing !== null) {
  console.error(`The fast life cannot be lived here: ${missing}.`);
  process.exit(2);
}
const world = await fastWorld(seed, [service]);
try {
  await live(world, minutes);
  const evidence = await world.evidence();
  const breaches = audit(evidence);
  console.log(`seed ${seed}: ${summaryOf(evidence)}`);
  console.log(reportOf(evidence, breaches, `npm run simulate -- --fast --seed ${seed} --minutes ${minutes}`));
  const busy = machineTooBusy(evidence);
  if (breaches.length > 0 && busy !== null) console.log(`Nothing is decided: ${busy}.`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
} finally {
  await world.close();
}
