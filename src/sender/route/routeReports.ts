import type { Clock } from '../../ports/clock.ts';
import type { Lease } from '../../ports/lease.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { LedgerPorts } from '../../ports/ports.ts';
import type { RouteReport } from '../../ports/routes.ts';
import type { Notify } from '../../queues/notify.ts';

/**
 * What the processes that send report of their mail route, for those that don't send: one report for each process, which
 * counts as long as its process holds the lease of its name. It is only shown to operators; nothing else depends on it.
 */
export type SharedReports = Pick<LedgerPorts, 'reports' | 'leases'>;

/** How often a report is written again, in case it was lost: Redis may be emptied. */
const REPORT_EVERY_MS = 30_000;
const READ_EVERY_MS = 5_000;
const LEASE_MS = 90_000;
const PREFIX = 'mail-route/';
/** Processes that report at most: a bound, far above what sends together. */
const MAX_MEMBERS = 1_000;

interface ShareRouteDependencies extends SharedReports {
  readonly report: () => RouteReport;
  /** Notified when the report changes. */
  readonly changes: Notify;
  readonly log: Log;
}

/** Shares the state of the route at every change and at regular times, until the signal aborts. */
export async function shareRoute(dependencies: ShareRouteDependencies, signal: AbortSignal): Promise<void> {
  const { reports, leases, report, changes, log } = dependencies;
  let held: Lease | null = null;
  while (!signal.aborted) {
    try {
      if (held === null || held.lost.aborted) held = await freeLease(leases);
      await reports.put(held.name, JSON.stringify(report()));
    } catch (error) {
      log.debug({ err: error }, 'the state of the mail route could not be shared');
    }
    await changes.wait(REPORT_EVERY_MS, signal);
  }
  await held?.release();
}

/** The first name that no living process reports under, so that the reports of ended ones are replaced. */
async function freeLease(leases: SharedReports['leases']): Promise<Lease> {
  for (let member = 0; member < MAX_MEMBERS; member++) {
    const lease = await leases.acquire(`${PREFIX}${member}`, LEASE_MS);
    if (lease !== null) return lease;
  }
  throw new Error('too many processes report their mail route');
}

const BY_TROUBLE = ['open', 'trying', 'closed'] as const satisfies readonly RouteReport['state'][];

/** The worst report of a living process; null while there is none. Rejects when they cannot be read. */
export async function worstRoute({ reports, leases }: SharedReports): Promise<RouteReport | null> {
  let worst: RouteReport | null = null;
  const rank = ({ state }: RouteReport) => BY_TROUBLE.indexOf(state);
  for (const [name, text] of await reports.all()) {
    if (!name.startsWith(PREFIX) || !(await leases.isHeld(name))) continue;
    const report = JSON.parse(text) as RouteReport;
    if (worst === null || rank(report) > rank(worst)) worst = report;
  }
  return worst;
}

/** The worst report of the senders, for a process that does not send: read every few seconds, and put in the metrics. */
export function watchRoutes(
  dependencies: SharedReports & { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
  signal: AbortSignal,
): () => RouteReport | null {
  const { clock, log, metrics } = dependencies;
  let worst: RouteReport | null = null;
  const watch = async () => {
    while (!signal.aborted) {
      try {
        worst = await worstRoute(dependencies);
        if (worst !== null)
          metrics.gauge('postledger_mail_route_open', worst.state === 'open' ? 1 : 0, { route: worst.route });
      } catch (error) {
        worst = null;
        if (!signal.aborted)
          log.debug({ err: error }, 'the reports of the senders on the mail route could not be read');
      }
      await clock.sleep(READ_EVERY_MS, signal);
    }
  };
  void watch();
  return () => worst;
}
