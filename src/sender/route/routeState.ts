import { instant } from '../../ports/clock.ts';
import type { Mailer, RouteFault } from '../../ports/mailer.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RouteReport } from '../../ports/routes.ts';

export interface RouteStateDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly mailer: Pick<Mailer, 'route'>;
  /** Called whenever the report changes. */
  readonly onChange?: (report: RouteReport) => void;
}

export interface ClosedRoute {
  readonly at: 'closed';
  readonly fault: RouteFault;
  /** It did when it was closed, so that a probe alone can't show whether it works again. */
  readonly answersProbes: boolean;
}

type State = { readonly at: 'open' } | ClosedRoute | { readonly at: 'trying'; readonly fault: RouteFault };

export type RouteState = ReturnType<typeof routeState>;

/** What is known of a route; reported to the log, the metrics and `onChange`. */
export function routeState({ mailer, clock, log, metrics, onChange }: RouteStateDependencies) {
  const { route } = mailer;
  let state: State = { at: 'open' };
  let since = instant(clock.nowMs());
  let closedAtMs = 0;

  const report = (): RouteReport => {
    const trouble = state.at === 'open' ? null : state.fault.trouble;
    return { route, state: state.at, trouble, since };
  };
  const publish = () => {
    metrics.gauge('postledger_mail_route_open', state.at === 'open' ? 1 : 0, { route });
    onChange?.(report());
  };
  const change = (next: State) => {
    if ((state.at === 'open') !== (next.at === 'open')) since = instant(clock.nowMs());
    state = next;
    publish();
  };
  const open = () => {
    if (state.at === 'open') return;
    log.info({ route, closedForMs: clock.monotonicMs() - closedAtMs }, 'mail leaves again');
    change({ at: 'open' });
  };

  return {
    now: () => state,
    report,
    /** Reports the state to the metrics and `onChange`, also without a change. */
    publish,
    open,
    close(fault: RouteFault, answersProbes: boolean) {
      if (state.at === 'open') {
        closedAtMs = clock.monotonicMs();
        const { trouble, diagnostic } = fault;
        metrics.count('postledger_mail_route_closings_total', { route, trouble });
        log.error(
          { route, trouble, diagnostic },
          'no mail leaves until the route takes it again: messages wait and lose no attempt',
        );
      }
      change({ at: 'closed', fault, answersProbes });
    },
    /** Takes the result of a probe of a closed route. */
    answered(fault: RouteFault | null) {
      metrics.count('postledger_mail_route_probes_total', { route, answer: fault?.trouble ?? 'fine' });
      if (state.at !== 'closed') return;
      if (fault !== null) change({ at: 'closed', fault, answersProbes: false });
      else if (state.answersProbes) change({ at: 'trying', fault: state.fault });
      else open();
    },
  };
}
