import type { Clock } from '../../ports/clock.ts';
import type { Collection, Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RouteReport } from '../../ports/routes.ts';
import type { Notify } from '../../runtime/follow/notify.ts';

/**
 * What the processes that send report of their mail route, for those that don't send: one document for each process,
 * written by it alone and removed at its end. It is only shown to operators; nothing else depends on it.
 */
export interface SharedRouteReport {
  readonly report: RouteReport;
  /** Milliseconds since 1970, by the clock of the process that reports. */
  readonly saidAtMs: number;
}

const REPORT_EVERY_MS = 30_000;
const READ_EVERY_MS = 5_000;
/** A process that has reported nothing for so long is gone, or cannot reach the documents. */
const FRESH_MS = 3 * REPORT_EVERY_MS;
const FORGOTTEN_MS = 24 * 3_600_000;
const POSITION_DIGITS = 20;

export function openRouteReports(documents: Documents): Promise<Collection<SharedRouteReport>> {
  return documents.collection<SharedRouteReport>({ name: 'mail_route_news', indexes: {} });
}

export interface RouteSharingDependencies {
  readonly reports: Collection<SharedRouteReport>;
  /** Names this run of the process. */
  readonly member: string;
  readonly report: () => RouteReport;
  /** Notified when the report changes. */
  readonly changes: Notify;
  readonly clock: Clock;
  readonly log: Log;
}

/** Shares the state of the route at every change and at regular times, until the signal aborts. */
export async function shareRoute(dependencies: RouteSharingDependencies, signal: AbortSignal): Promise<void> {
  const { reports, member, report, changes, clock, log } = dependencies;
  const logged = (write: Promise<void>) =>
    write.catch((error) => log.debug({ err: error }, 'the state of the mail route could not be shared'));
  await logged(removeLost(reports, clock.nowMs()));
  for (let count = 1; !signal.aborted; count++) {
    // No other process writes it, so its own count is order enough.
    const position = String(count).padStart(POSITION_DIGITS, '0');
    const document = { report: report(), saidAtMs: clock.nowMs() };
    await logged(reports.writeMany([{ key: member, position, document }]));
    await changes.wait(REPORT_EVERY_MS, signal);
  }
  await logged(reports.forget([member]));
}

/** Removes the reports of processes that ended without removing them. */
async function removeLost(reports: Collection<SharedRouteReport>, nowMs: number): Promise<void> {
  const lost: string[] = [];
  for await (const { key, document } of reports.scan())
    if (nowMs - document.saidAtMs > FORGOTTEN_MS) lost.push(key);
  if (lost.length > 0) await reports.forget(lost);
}

const BY_TROUBLE = ['open', 'trying', 'closed'] as const satisfies readonly RouteReport['state'][];

/** The worst report of a process at present; null while there is none. @throws DocumentsUnavailable */
export async function worstRoute(
  reports: Collection<SharedRouteReport>,
  nowMs: number,
): Promise<RouteReport | null> {
  let worst: RouteReport | null = null;
  const rank = ({ state }: RouteReport) => BY_TROUBLE.indexOf(state);
  for await (const { document } of reports.scan()) {
    if (Math.abs(nowMs - document.saidAtMs) > FRESH_MS) continue;
    if (worst === null || rank(document.report) > rank(worst)) worst = document.report;
  }
  return worst;
}

/** The worst report of the senders, for a process that does not send: read every few seconds, and put in the metrics. */
export function watchRoutes(
  {
    reports,
    clock,
    metrics,
    log,
  }: Pick<RouteSharingDependencies, 'reports' | 'clock' | 'log'> & { readonly metrics: Metrics },
  signal: AbortSignal,
): () => RouteReport | null {
  let worst: RouteReport | null = null;
  const watch = async () => {
    while (!signal.aborted) {
      try {
        worst = await worstRoute(reports, clock.nowMs());
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
