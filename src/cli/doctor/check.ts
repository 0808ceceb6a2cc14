/** What a check found: in plain words, with the way to repair it when something is wrong. */
export interface CheckResult {
  readonly ok: boolean;
  readonly says: string;
  /** What to do; only when it is not ok. */
  readonly mend?: string;
  /** Whether what needs this can be checked all the same; only when it is not ok. */
  readonly isUsable?: boolean;
}

/** One thing that doctor checks. `run` may throw: then the error's message is the result, and the thing is not usable. */
export interface Check {
  readonly name: string;
  /** Names of the checks of what it uses: it is left out when one of these is not usable. */
  readonly needs?: readonly string[];
  run(): Promise<CheckResult>;
}

export type CheckFinding = Omit<CheckResult, 'isUsable'> & { readonly name: string };

export const fine = (says: string): CheckResult => ({ ok: true, says });
export const wrong = (says: string, mend: string): CheckResult => ({ ok: false, says, mend });
/** Wrong, and what needs it would only find the same again. */
export const unusable = (says: string, mend: string): CheckResult => ({
  ...wrong(says, mend),
  isUsable: false,
});

/** Where an error's own message is all that is known. */
export const UNNAMED = 'Repair what the message names, then run doctor again.';

/** No check may delay the others for longer. */
const PATIENCE_MS = 15_000;

/** What is found by checks, one after the other, and which of them were left out. */
export interface Findings {
  readonly found: readonly CheckFinding[];
  readonly leftOut: readonly string[];
}

/** @param failed the names of what is not usable; those that are found here are added */
export async function runChecks(checks: readonly Check[], failed: Set<string>): Promise<Findings> {
  const found: CheckFinding[] = [];
  const leftOut: string[] = [];
  for (const check of checks) {
    if (check.needs?.some((name) => failed.has(name))) {
      leftOut.push(check.name);
      continue;
    }
    const { isUsable = true, ...result } = await resultOf(check);
    if (!isUsable) failed.add(check.name);
    found.push({ name: check.name, ...result });
  }
  return { found, leftOut };
}

/** A check that throws or does not answer in time has failed. */
async function resultOf(check: Check): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () => resolve(unusable('no answer within 15 seconds', 'See whether it runs and can be reached.')),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([check.run(), late]);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return unusable(says, UNNAMED);
  } finally {
    clearTimeout(timer);
  }
}
