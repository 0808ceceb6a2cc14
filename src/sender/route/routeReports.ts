import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RouteReport } from '../../ports/routes.ts';
import { livingReports, type SharedReports, shareReport } from '../../work/sharedReports.ts';

const PREFIX = 'mail-route/';
const READ_EVERY_MS = 5_000;

interface ShareRouteDependencies extends SharedReports, Pick<Ports, 'clock' | 'log'> {
  readonly report: () => RouteReport;
}

/** Shares the state of the route, until the signal aborts. */
export function shareRoute(context: ShareRouteDependencies, signal: AbortSignal): Promise<void> {
  return shareReport(context, PREFIX, () => JSON.stringify(context.report()), signal);
}

const BY_TROUBLE = ['open', 'trying', 'closed'] as const satisfies readonly RouteReport['state'][];

/** The worst report of a living process; null while there is none. Rejects when they cannot be read. */
export async function worstRoute(shared: SharedReports): Promise<RouteReport | null> {
  let worst: RouteReport | null = null;
  const rank = ({ state }: RouteReport) => BY_TROUBLE.indexOf(state);
  for (const text of await livingReports(shared, PREFIX)) {
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
