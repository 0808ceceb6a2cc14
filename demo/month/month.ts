import { parseArgs } from 'node:util';
import { FolderNotEmpty, fillMonth } from './fillMonth.ts';

// A folder to look at: a month of a shop, as the service would have lived it.
const USE = 'npm run demo:month -- --data DIR [--seed N] [--until 2026-03-01T09:00:00Z] [--days N]';
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    days: { type: 'string', default: '30' },
  },
});
const untilMs = values.until === undefined ? Date.now() : Date.parse(values.until);
const [seed, days] = [Number(values.seed), Number(values.days)];
if (
  values.data === undefined ||
  !Number.isInteger(seed) ||
  !Number.isInteger(days) ||
  days < 1 ||
  Number.isNaN(untilMs)
) {
  say(USE);
  process.exit(2);
}
const startedMs = Date.now();
try {
  const { events, apiKey } = await fillMonth(values.data, { seed, untilMs, days });
  say(`${days} days of a shop are in ${values.data}: ${events} events, lived in ${Math.round((Date.now() - startedMs) / 1_000)} seconds.
Look at it:

  npm run -s postledger -- serve --data ${values.data}
  npm run -s postledger -- console login --data ${values.data} --all --as 'Your name'

A key of the workspace shop, which follows from the seed, so for nothing that is real: ${apiKey}`);
} catch (error) {
  if (!(error instanceof FolderNotEmpty)) throw error;
  say(error.message);
  process.exitCode = 1;
}
