import type { BackgroundReports } from '../ports/backgroundReports.ts';
import type { Ports } from '../ports/ports.ts';
import { mailRoute } from '../sender/route/mailRoute.ts';
import { watchRoutes } from '../sender/route/routeReports.ts';
import type { BackgroundState } from './background/messages.ts';
import type { Starting } from './closing.ts';

/** What this process knows of its own work in the background: the mail route, and whether it listens for bounces. */
export function openReports(ports: Ports, onReport: (changed: Partial<BackgroundState>) => void = () => {}) {
  const route = mailRoute({ ...ports, onChange: (report) => onReport({ route: report }) });
  let intakeListens = ports.mailIntake === null ? null : false;
  const onIntake = (listens: boolean) => {
    intakeListens = listens;
    onReport({ intakeListens: listens });
  };
  return { route, onIntake, intakeListens: () => intakeListens };
}

/**
 * What readiness, metrics and the console show of the work in the background: of this process where it sends, else of the other
 * process of this service, else what those that send report.
 */
export function healthReports(
  ports: Ports,
  { background, over }: Starting,
  own: Pick<ReturnType<typeof openReports>, 'route' | 'intakeListens'> | null,
): BackgroundReports {
  if (own !== null) return { route: own.route.report, intakeListens: own.intakeListens };
  if (background === null) return { route: watchRoutes(ports, over.signal) };
  const { state } = background;
  return {
    backgroundRuns: () => state().runs,
    backgroundLagMs: () => state().lagMs,
    route: () => state().route,
    intakeListens: () => state().intakeListens,
  };
}
