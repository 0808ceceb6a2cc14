import { type Issue, Refusal } from '../../commands/kernel/refusal.ts';

/** Runs a command whose refusals speak of native fields, and says them of the fields that were sent. */
export async function named<Result>(run: Promise<Result>, rename: (path: string) => string): Promise<Result> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = new Map<string, Issue>();
    for (const { path, message } of error.issues) {
      const own = rename(path);
      if (!issues.has(own)) issues.set(own, { path: own, message });
    }
    throw new Refusal(error.kind, [...issues.values()]);
  }
}
