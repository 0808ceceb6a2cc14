import { planOf } from '../planning/planOf.ts';
import { runScenario } from '../scenarios/runScenario.ts';
import { KNOWN_INGREDIENTS, ORDINARY } from '../scenarios/scenarios.ts';
import { simulate } from '../simulate.ts';

// Runs in a copy of the compiled project, in which one fault was planted. Prints what it found as JSON.

/** What was found, and where. */
export interface Found {
  /** `seed 3`, or the name of a scenario. */
  readonly by: string;
  readonly rule: string;
  readonly what: string;
}

/** What a search came to. `found` null: nothing was found within the processor time that it had. */
export interface Search {
  readonly found: Found | null;
  /** How many seeds were lived through. */
  readonly seeds: number;
  readonly processorMs: number;
}

/** Of these none breaks a rule without a planted fault. */
const SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6];
const SIZE = { hours: 2, processes: null, messages: 2_000, endpoints: 16, without: KNOWN_INGREDIENTS };

const processorMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

async function search(budgetMs: number): Promise<Search> {
  let seeds = 0;
  const ended = (found: Found | null): Search => ({ found, seeds, processorMs: Math.round(processorMs()) });
  for (const scenario of ORDINARY) {
    const { own, breaches } = await runScenario(scenario);
    const [first] = [...own, ...breaches];
    if (first !== undefined) return ended({ by: scenario.name, rule: first.rule, what: first.what });
  }
  for (const seed of SEEDS) {
    if (processorMs() > budgetMs) break;
    const { breaches } = await simulate(planOf(seed, SIZE));
    seeds += 1;
    const [first] = breaches;
    if (first !== undefined) return ended({ by: `seed ${seed}`, rule: first.rule, what: first.what });
  }
  return ended(null);
}

process.stdout.write(`${JSON.stringify(await search(Number(process.argv[2])))}\n`);
process.exit();
