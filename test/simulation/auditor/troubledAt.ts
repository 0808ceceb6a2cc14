import type { Evidence } from './rule.ts';

/** The consequences of a trouble are over by then: caches are warm again, retries have come through. */
const AFTERWARDS_MS = 15_000;

/**
 * What can excuse a process: a fault of a store (`coordination`: one after which two may believe that the same is theirs), of the outside, a power cut, a step of a clock, its own start, pause or
 * death; `rebuild`: read models that are exchanged, for which the services give back what they fold and work on.
 */
export type Excuse = 'store' | 'outside' | 'power' | 'clock' | 'process' | 'coordination' | 'rebuild';

/** The leases of a command that was killed lapse, and services that wait for them notice. */
const LAPSED_MS = 12_000;
/** After a rebuild the services notice within a heartbeat of 1.5 seconds that they may go on. */
export const AFTER_REBUILD_MS = 2_000;

const ALL: readonly Excuse[] = ['store', 'outside', 'power', 'clock', 'process'];

interface Stretch {
  readonly of: Excuse;
  /** Null: of every process. */
  readonly process: string | null;
  readonly fromMs: number;
  readonly toMs: number;
}

/** When the last trouble that overlaps a stretch of time is over, with what it leaves; null: there is none. */
export type OverAt = (process: string | null, fromMs: number, toMs: number) => number | null;

/**
 * The troubles that the plan brought about and that can excuse what a process did, or all of them did, in a stretch of time.
 * `afterMs`: what a trouble leaves is over by then.
 */
export function troubles(
  evidence: Evidence,
  excuses: readonly Excuse[] = ALL,
  afterMs: number = AFTERWARDS_MS,
): OverAt {
  const stretches = [...planned(evidence), ...ofProcesses(evidence), ...ofRebuilds(evidence)].filter(
    ({ of }) => excuses.includes(of),
  );
  return (process, fromMs, toMs) => {
    let overAtMs: number | null = null;
    for (const one of stretches) {
      if (one.process !== null && process !== null && one.process !== process) continue;
      const endsMs = one.toMs + afterMs;
      if (one.fromMs <= toMs && fromMs <= endsMs) overAtMs = Math.max(overAtMs ?? 0, endsMs);
    }
    return overAtMs;
  };
}

/** Whether any trouble can excuse what a process did in a stretch of time. */
export function troubledAt(
  evidence: Evidence,
  excuses: readonly Excuse[] = ALL,
): (process: string | null, fromMs: number, toMs: number) => boolean {
  const overAt = troubles(evidence, excuses);
  return (process, fromMs, toMs) => overAt(process, fromMs, toMs) !== null;
}

function planned({ plan }: Evidence): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const plannedEvent of plan.plannedEvents) {
    const { of, atMs: fromMs } = plannedEvent;
    // The calm at the end ends whatever lasts longer.
    const lasting = (lastsMs: number) => Math.max(fromMs, Math.min(fromMs + lastsMs, plan.lastsMs));
    if (of === 'store')
      stretches.push({ of, process: plannedEvent.process, fromMs, toMs: lasting(plannedEvent.lastsMs) });
    if (of === 'store' && (plannedEvent.store === 'coordination' || plannedEvent.do === 'readers lag'))
      stretches.push({
        ...{ of: 'coordination', process: plannedEvent.process, fromMs, toMs: lasting(plannedEvent.lastsMs) },
      });
    if (of === 'outside') stretches.push({ of, process: null, fromMs, toMs: lasting(plannedEvent.lastsMs) });
    if (of === 'power') stretches.push({ of, process: null, fromMs, toMs: fromMs });
    if (of === 'clock') stretches.push({ of, process: plannedEvent.process, fromMs, toMs: fromMs });
  }
  return stretches;
}

/** From a death, a stop or a pause to the time when the process runs again. */
function ofProcesses({ journals, endMs }: Evidence): readonly Stretch[] {
  const of = 'process';
  const stretches: Stretch[] = [];
  const since = new Map<string, number>();
  for (const { process, what, atMs } of journals.processes) {
    if (what === 'runs' || what === 'goes on') {
      stretches.push({ of, process, fromMs: since.get(process) ?? atMs, toMs: atMs });
      since.delete(process);
    } else if (!since.has(process)) since.set(process, atMs);
  }
  for (const [process, fromMs] of since) stretches.push({ of, process, fromMs, toMs: endMs });
  return stretches;
}

/** From the begin of a rebuild to its end, or to when the leases of one that was killed have lapsed. */
function ofRebuilds({ journals, endMs }: Evidence): readonly Stretch[] {
  return journals.rebuilds.flatMap(({ process, what, atMs: fromMs }): readonly Stretch[] => {
    if (what !== 'begins') return [];
    const end = journals.rebuilds.find((line) => line.process === process && line.what !== 'begins');
    const lapsesMs = end?.what === 'killed' ? LAPSED_MS : 0;
    return [{ of: 'rebuild', process: null, fromMs, toMs: (end?.atMs ?? endMs) + lapsesMs }];
  });
}
