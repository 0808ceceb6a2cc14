import { parseArgs } from 'node:util';
import type { PlantedFault } from './fault.ts';
import { plantedCopy } from './plant.ts';
import type { Search } from './searchOutcome.ts';
import { UNDONE_FIXES } from './undoneFixes.ts';
import { UNNOTICED_FAULTS } from './unnoticedFaults.ts';

// `npm run simulate -- --planted [--fault TEXT] [--seconds N] [--scenario TEXT]`: plants each fault in a copy of the compiled
// project, and says by which rule the simulation found it. With a scenario's name it searches there alone.

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [''] },
    seconds: { type: 'string', default: '60' },
    scenario: { type: 'string', default: '' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const nothing: PlantedFault = { name: 'no fault at all', from: '', file: '', edits: [] };
const chosen = [nothing, ...UNDONE_FIXES, ...UNNOTICED_FAULTS].filter(({ name }) =>
  values.fault.some((text) => name.includes(text)),
);

const copy = await plantedCopy('planted');
let found = 0;
let processorMs = 0;
for (const fault of chosen) {
  const outcome = await copy.search(fault, Number(values.seconds), values.scenario);
  if (typeof outcome === 'object') processorMs += outcome.processorMs;
  const isFound = typeof outcome === 'string' || outcome.found !== null;
  if (isFound && fault !== nothing) found += 1;
  print(`${isFound ? 'found    ' : 'not found'} ${fault.name} (${fault.from})\n          ${textOf(outcome)}`);
}
await copy.close();
const planted = chosen.filter((one) => one !== nothing).length;
print(`${found} of ${planted} found in ${Math.round(processorMs / 1_000)} s of processor time`);

function textOf(outcome: Search | string): string {
  if (typeof outcome === 'string') return outcome;
  const after = `${outcome.seeds} seeds, ${(outcome.processorMs / 1_000).toFixed(1)} s`;
  return outcome.found === null
    ? `nothing in ${after}`
    : `${outcome.found.by}: ${outcome.found.rule}: ${outcome.found.what} (${after})`;
}
