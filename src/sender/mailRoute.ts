import { type Clock, instant } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer, MailOutcome, RouteFault } from '../ports/mailer.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { RouteReport } from '../ports/routes.ts';
import { notify } from '../runtime/notify.ts';
import { between } from './chance.ts';
import { routeDoubts } from './routeDoubts.ts';

/** The way out for mail as the sender uses it: open, closed for all, or being tried by a few. */
export interface MailRoute {
  /** Lets as many of the wanted transactions begin as may: all, a few while it is tried, none while it is closed. */
  enter(wanted: number): Promise<RoutePass>;
  /** How many transactions may begin as far as is known now. */
  room(): number;
  report(): RouteReport;
  /** Probes the route while it is closed, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface RoutePass {
  readonly granted: number;
  /** Says what a transaction came to; resolves whose fault it is after all. */
  ended(deliveryId: string, outcome: MailOutcome): MailOutcome;
  /** Nothing more begins under this pass. */
  leave(): void;
}

export interface MailRouteParts {
  readonly mailer: Pick<Mailer, 'route' | 'probe'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'randomBytes'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called whenever the report changes. */
  readonly onChange?: (report: RouteReport) => void;
}

const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;
/** Servers shut out whoever fails to log in too often. */
const LONGEST_LOGIN_PROBE_MS = 60_000;
/** Messages that go first when a route answers again that had refused some. */
const FIRST_MESSAGES = 3;
/** So many transactions in a row that fail by the route close it. */
const FAULTS_IN_A_ROW = 3;
const IDLE_MS = 3_600_000;

type State =
  | { readonly at: 'open' }
  | { readonly at: 'closed'; readonly fault: RouteFault; readonly answersProbes: boolean }
  | { readonly at: 'trying'; readonly fault: RouteFault };

export function mailRoute({ mailer, clock, ids, log, metrics, onChange }: MailRouteParts): MailRoute {
  const { route } = mailer;
  const closings = notify(clock.sleep);
  const doubts = routeDoubts();
  let state: State = { at: 'open' };
  let since = instant(clock.nowMs());
  let closedAtMs = 0;
  let probes = 0;
  let inARow = 0;
  let underTrial = 0;

  const report = (): RouteReport => ({
    route,
    state: state.at,
    trouble: state.at === 'open' ? null : state.fault.trouble,
    since,
  });
  const change = (next: State) => {
    const wasOpen = state.at === 'open';
    state = next;
    const isOpen = next.at === 'open';
    if (wasOpen !== isOpen) since = instant(clock.nowMs());
    metrics.gauge('postledger_mail_route_open', isOpen ? 1 : 0, { route });
    onChange?.(report());
  };
  const close = (fault: RouteFault, answersProbes: boolean) => {
    inARow = 0;
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
    closings.notify();
  };
  const open = () => {
    if (state.at === 'open') return;
    probes = 0;
    log.info({ route, closedForMs: clock.monotonicMs() - closedAtMs }, 'mail leaves again');
    change({ at: 'open' });
  };
  const probed = async (): Promise<RouteFault | null> => {
    try {
      return await mailer.probe();
    } catch (error) {
      log.error({ route, err: error }, 'the probe of the route failed');
      const diagnostic = 'the probe ended without an answer';
      return { outcome: 'unsent', fault: 'route', trouble: 'connection', diagnostic };
    }
  };
  const room = () => {
    if (state.at === 'open') return Number.POSITIVE_INFINITY;
    return state.at === 'closed' ? 0 : Math.max(0, FIRST_MESSAGES - underTrial);
  };
  const heard = (deliveryId: string, outcome: MailOutcome): MailOutcome => {
    if (outcome.outcome === 'unsent') {
      const { diagnostic } = outcome;
      if (doubts.isItsOwn(deliveryId)) return { outcome: 'deferred', fault: 'message', diagnostic };
      inARow++;
      if (state.at === 'trying' || (state.at === 'open' && inARow >= FAULTS_IN_A_ROW)) close(outcome, true);
      return outcome;
    }
    // Of a transaction cut off behind the message nothing is known, of the route neither.
    if (outcome.outcome === 'deferred' && outcome.fault === 'message') return outcome;
    inARow = 0;
    doubts.gotThrough(deliveryId);
    open();
    return outcome;
  };

  return {
    room,
    report,
    async enter(wanted) {
      if (state.at === 'open' && wanted > 0) {
        const fault = await probed();
        if (fault !== null && state.at === 'open') close(fault, false);
      }
      const granted = Math.min(wanted, room());
      let held = state.at === 'trying' ? granted : 0;
      underTrial += held;
      return {
        granted,
        ended: heard,
        leave() {
          underTrial -= held;
          held = 0;
        },
      };
    },
    async run(signal) {
      change(state);
      while (!signal.aborted) {
        if (state.at !== 'closed') {
          await closings.wait(IDLE_MS, signal);
          continue;
        }
        const { trouble } = state.fault;
        const longestMs = trouble === 'authentication' ? LONGEST_LOGIN_PROBE_MS : LONGEST_PROBE_MS;
        const delayMs = Math.min(FIRST_PROBE_MS * 2 ** probes, longestMs);
        probes++;
        await clock.sleep(delayMs * between(ids, 0.5, 1), signal);
        if (signal.aborted) return;
        const fault = await probed();
        metrics.count('postledger_mail_route_probes_total', { route, answer: fault?.trouble ?? 'fine' });
        const { answersProbes } = state;
        if (fault !== null) change({ at: 'closed', fault, answersProbes: false });
        else if (answersProbes) change({ at: 'trying', fault: state.fault });
        else open();
      }
    },
  };
}
