import type { Ids } from '../../ports/ids.ts';
import type { Mailer, MailOutcome, RouteFault } from '../../ports/mailer.ts';
import type { RouteReport } from '../../ports/routes.ts';
import { type Notify, notify } from '../../queues/notify.ts';
import { between } from '../chance.ts';
import { routeDoubts } from './routeDoubts.ts';
import { type ClosedRoute, type RouteState, type RouteStateDependencies, routeState } from './routeState.ts';

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
  /** Reports the outcome of a transaction; returns it with the fault where it belongs. */
  ended(deliveryId: string, outcome: MailOutcome): MailOutcome;
  /** Nothing more begins under this pass. */
  leave(): void;
}

export interface MailRouteDependencies extends RouteStateDependencies {
  readonly mailer: Pick<Mailer, 'route' | 'probe'>;
  readonly ids: Pick<Ids, 'randomBytes'>;
}

const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;
/** A server that cannot even be connected to is probed more often: it costs no message, and the backlog waits. */
const LONGEST_CONNECTION_PROBE_MS = 10_000;
/** Servers lock out clients that fail to log in too often. */
const LONGEST_LOGIN_PROBE_MS = 60_000;
/** Messages that are sent first when a route that had refused some answers again. */
const FIRST_MESSAGES = 3;
/** A route is closed after so many transactions in a row that failed by its fault. */
const FAULTS_IN_A_ROW = 3;
const IDLE_MS = 3_600_000;

export function mailRoute(dependencies: MailRouteDependencies): MailRoute {
  const closings = notify(dependencies.clock.sleep);
  const doubts = routeDoubts();
  const state = routeState(dependencies);
  let inARow = 0;
  let underTrial = 0;

  const close = (fault: RouteFault, answersProbes: boolean) => {
    inARow = 0;
    state.close(fault, answersProbes);
    closings.notify();
  };
  const room = () => {
    const { at } = state.now();
    if (at === 'open') return Number.POSITIVE_INFINITY;
    return at === 'closed' ? 0 : Math.max(0, FIRST_MESSAGES - underTrial);
  };
  const ended = (deliveryId: string, outcome: MailOutcome): MailOutcome => {
    const { at } = state.now();
    // It did not come to the route, so it says nothing of it.
    if (outcome.outcome === 'waiting') return outcome;
    if (outcome.outcome === 'unsent') {
      const { diagnostic } = outcome;
      if (doubts.isItsOwn(deliveryId)) return { outcome: 'deferred', fault: 'message', diagnostic };
      inARow++;
      if (at === 'trying' || (at === 'open' && inARow >= FAULTS_IN_A_ROW)) close(outcome, true);
      return outcome;
    }
    // A transaction that was cut off after the message says nothing, not of the route either.
    if (outcome.outcome === 'deferred' && outcome.fault === 'message') return outcome;
    inARow = 0;
    doubts.gotThrough(deliveryId);
    state.open();
    return outcome;
  };

  return {
    room,
    report: state.report,
    async enter(wanted) {
      if (state.now().at === 'open' && wanted > 0) {
        const fault = await probed(dependencies);
        if (fault !== null && state.now().at === 'open') close(fault, false);
      }
      const granted = Math.min(wanted, room());
      let held = state.now().at === 'trying' ? granted : 0;
      underTrial += held;
      return {
        granted,
        ended,
        leave() {
          underTrial -= held;
          held = 0;
        },
      };
    },
    run: (signal) => keepProbing({ ...dependencies, state, closings }, signal),
  };
}

async function keepProbing(
  { state, closings, ...dependencies }: MailRouteDependencies & { state: RouteState; closings: Notify },
  signal: AbortSignal,
): Promise<void> {
  state.publish();
  let probes = 0;
  while (!signal.aborted) {
    const before = state.now();
    if (before.at === 'open') probes = 0;
    if (before.at !== 'closed') {
      await closings.wait(IDLE_MS, signal);
      continue;
    }
    await dependencies.clock.sleep(probeDelayMs(probes++, before, dependencies.ids), signal);
    if (signal.aborted) return;
    state.answered(await probed(dependencies));
  }
}

function probeDelayMs(
  probes: number,
  { fault: { trouble }, answersProbes }: ClosedRoute,
  ids: MailRouteDependencies['ids'],
): number {
  const isAway = trouble === 'connection' && !answersProbes;
  const others = trouble === 'authentication' ? LONGEST_LOGIN_PROBE_MS : LONGEST_PROBE_MS;
  const longestMs = isAway ? LONGEST_CONNECTION_PROBE_MS : others;
  return Math.min(FIRST_PROBE_MS * 2 ** probes, longestMs) * between(ids, 0.5, 1);
}

async function probed({
  mailer,
  log,
}: Pick<MailRouteDependencies, 'mailer' | 'log'>): Promise<RouteFault | null> {
  try {
    return await mailer.probe();
  } catch (error) {
    log.error({ route: mailer.route, err: error }, 'the probe of the route failed');
    const diagnostic = 'the probe ended without an answer';
    return { outcome: 'unsent', fault: 'route', trouble: 'connection', diagnostic };
  }
}
