import { planOf } from '../planning/planOf.ts';
import { runScenario } from '../scenarios/runScenario.ts';
import { KNOWN_INGREDIENTS, ORDINARY } from '../scenarios/scenarios.ts';
import { simulate } from '../simulate.ts';
import { BEGUN, type Found, type Search } from './searchOutcome.ts';

// Runs in a copy of the compiled project, in which one fault was planted. Prints what it found as JSON.

/** Of these none breaks a rule without a planted fault. */
const SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6];
const SIZE = { hours: 2, processes: null, messages: 2_000, endpoints: 16, without: KNOWN_INGREDIENTS };

const processorMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

/** `scenario`: scenarios whose name holds it are lived through, and no seed; empty: all, and then seeds. */
async function search(budgetMs: number, scenario: string): Promise<Search> {
  let seeds = 0;
  const ended = (found: Found | null): Search => ({ found, seeds, processorMs: Math.round(processorMs()) });
  for (const one of ORDINARY.filter(({ name }) => name.includes(scenario))) {
    const { own, breaches } = await runScenario(one);
    const [first] = [...own, ...breaches];
    if (first !== undefined) return ended({ by: one.name, rule: first.rule, what: first.what });
  }
  for (const seed of SEEDS) {
    if (scenario !== '' || processorMs() > budgetMs) break;
    const { breaches } = await simulate(planOf(seed, SIZE));
    seeds += 1;
    const [first] = breaches;
    if (first !== undefined) return ended({ by: `seed ${seed}`, rule: first.rule, what: first.what });
  }
  return ended(null);
}

process.stdout.write(`${BEGUN}\n`);
process.stdout.write(`${JSON.stringify(await search(Number(process.argv[2]), process.argv[3] ?? ''))}\n`);
process.exit();
