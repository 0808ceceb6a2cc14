/** What a check found: in plain words, with the way to repair it when something is wrong. */
export interface CheckResult {
  readonly ok: boolean;
  readonly says: string;
  /** What to do; only when it is not ok. */
  readonly mend?: string;
}

/** One thing that doctor checks. `run` may throw: then the error's message is the result. */
export interface Check {
  readonly name: string;
  run(): Promise<CheckResult>;
}

export const fine = (says: string): CheckResult => ({ ok: true, says });
export const wrong = (says: string, mend: string): CheckResult => ({ ok: false, says, mend });

/** No check may delay the others for longer. */
const PATIENCE_MS = 15_000;

/** Runs a check. A check that throws or does not answer in time has failed. */
export async function runCheck(check: Check): Promise<CheckResult & { readonly name: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () => resolve(wrong('no answer within 15 seconds', 'See whether it runs and can be reached.')),
      PATIENCE_MS,
    );
  });
  try {
    return { name: check.name, ...(await Promise.race([check.run(), late])) };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { name: check.name, ...wrong(says, 'Repair what the message names, then run doctor again.') };
  } finally {
    clearTimeout(timer);
  }
}
