import type { Evidence } from './rule.ts';

/** What a trouble leaves behind is over by then: caches are warm again, retries have come through. */
const AFTERWARDS_MS = 15_000;

/**
 * Whether something the plan brought about can excuse what a process did in a stretch of time: a fault of a store, its own
 * start, a pause or a death.
 */
export function troubledAt({
  plan,
  journals,
  endMs,
}: Evidence): (process: string | null, fromMs: number, toMs: number) => boolean {
  const stretches: { readonly process: string | null; readonly fromMs: number; readonly toMs: number }[] = [];
  for (const happening of plan.happenings) {
    const { atMs } = happening;
    if (happening.of === 'store' || happening.of === 'outside')
      stretches.push({
        process: happening.of === 'store' ? happening.process : null,
        fromMs: atMs,
        toMs: atMs + happening.lastsMs,
      });
    if (happening.of === 'power') stretches.push({ process: null, fromMs: atMs, toMs: atMs });
    if (happening.of === 'clock') stretches.push({ process: happening.process, fromMs: atMs, toMs: atMs });
  }
  const since = new Map<string, number>();
  for (const { process, what, atMs } of journals.processes) {
    if (what === 'runs' || what === 'goes on') {
      stretches.push({ process, fromMs: since.get(process) ?? atMs, toMs: atMs });
      since.delete(process);
    } else if (!since.has(process)) since.set(process, atMs);
  }
  for (const [process, fromMs] of since) stretches.push({ process, fromMs, toMs: endMs });
  return (process, fromMs, toMs) =>
    stretches.some(
      (one) =>
        (one.process === null || process === null || one.process === process) &&
        one.fromMs <= toMs &&
        fromMs <= one.toMs + AFTERWARDS_MS,
    );
}
