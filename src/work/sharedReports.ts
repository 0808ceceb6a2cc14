import { type Clock, untilTick } from '../ports/clock.ts';
import type { Lease } from '../ports/lease.ts';
import type { Log } from '../ports/log.ts';
import type { LedgerPorts } from '../ports/ports.ts';

/**
 * What the processes that do the work report of themselves, for those that only show it: one text for each process, which
 * counts as long as its process holds the lease of its name. It is only shown to operators; nothing else depends on it.
 */
export type SharedReports = Pick<LedgerPorts, 'reports' | 'leases'>;

interface ShareDependencies extends SharedReports {
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly log: Log;
}

/** How often a process looks whether its text has changed. */
const LOOK_EVERY_MS = 2_000;
/** How often a text that has not changed is written again, in case it was lost: Redis may be emptied. */
const AGAIN_AFTER_MS = 30_000;
const LEASE_MS = 90_000;
const NOTHING_YET = { text: '', atMs: Number.NEGATIVE_INFINITY };
/** Processes that report at most: a bound, far above what works together. */
const MAX_MEMBERS = 1_000;

/**
 * Shares the text as long as the signal does not abort: soon after it has changed, and at regular times.
 * @param prefix of the names under which the processes report: `mail-route/`
 */
export async function shareReport(
  { reports, leases, clock, log }: ShareDependencies,
  prefix: string,
  text: () => string,
  signal: AbortSignal,
): Promise<void> {
  let held: Lease | null = null;
  let last = NOTHING_YET;
  while (!signal.aborted) {
    try {
      if (held === null || held.lost.aborted) {
        held = await freeLease(leases, prefix);
        last = NOTHING_YET;
      }
      const next = { text: text(), atMs: clock.monotonicMs() };
      if (next.text !== last.text || next.atMs - last.atMs >= AGAIN_AFTER_MS) {
        await reports.put(held.name, next.text);
        last = next;
      }
    } catch (error) {
      log.debug({ report: prefix, err: error }, 'what this process reports of itself could not be shared');
    }
    await clock.sleep(untilTick(clock, LOOK_EVERY_MS), signal);
  }
  await held?.release();
}

/** The first name that no living process reports under, so that the reports of ended ones are replaced. */
async function freeLease(leases: SharedReports['leases'], prefix: string): Promise<Lease> {
  for (let member = 0; member < MAX_MEMBERS; member++) {
    const lease = await leases.acquire(`${prefix}${member}`, LEASE_MS);
    if (lease !== null) return lease;
  }
  throw new Error(`too many processes report as ${prefix}`);
}

/** The texts of the processes that live. Rejects when they cannot be read. */
export async function livingReports({ reports, leases }: SharedReports, prefix: string): Promise<string[]> {
  const living: string[] = [];
  for (const [name, text] of await reports.all())
    if (name.startsWith(prefix) && (await leases.isHeld(name))) living.push(text);
  return living;
}
