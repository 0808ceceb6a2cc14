/** What one look found: in plain words, with the way to mend it when something is wrong. */
export interface Finding {
  readonly ok: boolean;
  readonly says: string;
  /** What to do; only when it is not ok. */
  readonly mend?: string;
}

/** One thing that doctor looks at. `run` may throw: then the error's words are the finding. */
export interface Check {
  readonly name: string;
  run(): Promise<Finding>;
}

export const fine = (says: string): Finding => ({ ok: true, says });
export const wrong = (says: string, mend: string): Finding => ({ ok: false, says, mend });

/** No look may keep the others waiting for good. */
const PATIENCE_MS = 15_000;

export async function findingOf(check: Check): Promise<Finding & { readonly name: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () => resolve(wrong('no answer within 15 seconds', 'See whether it runs and can be reached.')),
      PATIENCE_MS,
    );
  });
  try {
    return { name: check.name, ...(await Promise.race([check.run(), late])) };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { name: check.name, ...wrong(says, 'Mend what the message names, then run doctor again.') };
  } finally {
    clearTimeout(timer);
  }
}
