import { type ChildProcess, fork } from 'node:child_process';
import { type Clock, within } from '../../ports/clock.ts';
import type { LogGrown } from '../../ports/logGrowth.ts';
import type { Metrics, MetricsSnapshot } from '../../ports/metrics.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RouteReport } from '../../ports/routes.ts';
import { watchHeartbeat } from './heartbeat.ts';
import type { FromBackground, ToBackground } from './messages.ts';

/** The background process, for the process that answers requests. */
export interface Background {
  /** Whether it runs: false at the very start, after its death until another one runs, and while it is not heard of. */
  isRunning(): boolean;
  /** How much it lagged a second ago, in milliseconds; 0 while that is not known. */
  lagMs(): number;
  /** Whether its appends worked when it was last heard of; true while that is not known. */
  appendsWork(): boolean;
  /** Its last report of the mail route; null while it does not run. */
  route(): RouteReport | null;
  /** Whether it listens for bounces; null where it should not, or does not run. */
  intakeListens(): boolean | null;
  /** Sends it a hint of this process. */
  hint(channel: string, message: string): void;
  /** Tells it what this process has written to the log of both; `onSent` is called once that is on its way, or lost. */
  tellGrown(grown: LogGrown, onSent: () => void): void;
  /** Its metrics; null when it does not answer in time. */
  metrics(): Promise<MetricsSnapshot | null>;
  /** Asks it to stop, and ends it when it takes too long. No other is started. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface BackgroundOptions extends Pick<Ports, 'clock' | 'log'> {
  /** The environment that its settings are read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each hint of it. */
  readonly onHint: (channel: string, message: string) => void;
  /** Called with what it has written to the log of both. */
  readonly onGrown: (grown: LogGrown) => void;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

interface Heard {
  readonly running: boolean;
  readonly lagMs: number;
  readonly appendsWork: boolean;
  readonly route: RouteReport | null;
  readonly intakeListens: boolean | null;
}

/** What counts before a process has said something. */
const UNHEARD: Heard = { running: false, lagMs: 0, appendsWork: true, route: null, intakeListens: null };

/** Pauses before a process that died is started again: growing, until one has run for a while. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A process that has run this long begins with the first pause again. */
const SETTLED_MS = 60_000;
const STOP_MS = 15_000;
const MEASURE_MS = 1_000;
/**
 * What a message needs lives until its server has answered: in a young generation of 16 MB most of it is copied, and in one of
 * 32 MB half as often. A larger one saves little more.
 */
const HEAP_OPTION = '--max-semi-space-size=32';

/** Starts the background, and starts it again whenever it dies, until stopped. */
export function startBackground({
  env,
  onHint,
  onGrown,
  clock,
  log,
  metrics,
}: BackgroundOptions): Background {
  const ended = new AbortController();
  let child: ChildProcess | null = null;
  let heard = UNHEARD;

  const send = (message: ToBackground, onSent = () => {}) => sendTo(child, message, onSent);
  const watched = { isRunning: () => heard.running, kill: () => void child?.kill('SIGKILL') };
  const heartbeat = watchHeartbeat(watched, { clock, log, metrics }, ended.signal);
  const measures = requestedMetrics(clock, (number) => send({ kind: 'measure', number }));
  const forget = () => {
    heard = UNHEARD;
    child = null;
    measures.giveUp();
  };
  const receive = (message: FromBackground) => {
    heartbeat.heard();
    if (message.kind === 'hint') onHint(message.channel, message.message);
    else if (message.kind === 'grown') onGrown(message.grown);
    else if (message.kind === 'running') heard = { ...heard, running: true };
    else if (message.kind === 'lag') heard = { ...heard, lagMs: message.lagMs };
    else if (message.kind === 'appends') heard = { ...heard, appendsWork: message.work };
    else if (message.kind === 'route') heard = { ...heard, route: message.report };
    else if (message.kind === 'intake') heard = { ...heard, intakeListens: message.listens };
    else measures.answer(message.number, message.metrics);
  };

  const unstarted = (error: unknown) =>
    log.error({ err: error }, 'the background process could not be started');
  /** One life of the process; resolves when it is over. */
  const life = (): Promise<void> =>
    new Promise<void>((resolve) => {
      const begun = forked(env);
      child = begun;
      begun.on('message', receive);
      begun.on('error', unstarted);
      begun.once('close', (code, signal) => {
        forget();
        if (!ended.signal.aborted) log.error({ code, signal }, 'the background process died');
        resolve();
      });
      // Without memory for another process node throws, and emits no event.
    }).catch(unstarted);
  const lives = keepAlive(life, ended.signal, { clock, log });

  return {
    isRunning: () => heard.running && !heartbeat.isMissed(),
    lagMs: () => heard.lagMs,
    appendsWork: () => heard.appendsWork,
    route: () => heard.route,
    intakeListens: () => heard.intakeListens,
    hint: (channel, message) => send({ kind: 'hint', channel, message }),
    tellGrown: (grown, onSent) => send({ kind: 'grown', grown }, onSent),
    metrics: () => (heard.running ? measures.ask() : Promise.resolve(null)),
    async stop() {
      ended.abort();
      send({ kind: 'stop' });
      await within(clock, STOP_MS, lives);
      if (child === null) return;
      log.warn({}, 'the background process takes too long to stop, it is ended');
      child.kill('SIGKILL');
      await lives;
    },
    kill() {
      ended.abort();
      child?.kill('SIGKILL');
    },
  };
}

/** `onSent` is called once the message is on its way, or lost, as where no process is there to take it. */
function sendTo(child: ChildProcess | null, message: ToBackground, onSent: () => void): void {
  if (child?.connected) child.send(message, onSent);
  else onSent();
}

/** Begins one life after the other, until the signal aborts. */
async function keepAlive(
  life: () => Promise<void>,
  signal: AbortSignal,
  { clock, log }: Pick<BackgroundOptions, 'clock' | 'log'>,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    const begunAtMs = clock.monotonicMs();
    await life();
    if (signal.aborted) return;
    if (clock.monotonicMs() - begunAtMs >= SETTLED_MS) pauseMs = FIRST_PAUSE_MS;
    log.warn({ pauseMs }, 'the background process is started again');
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Requests for metrics, which have numbers, and their answers. */
function requestedMetrics(clock: Clock, send: (number: number) => void) {
  const asked = new Map<number, (metrics: MetricsSnapshot | null) => void>();
  let measures = 0;
  return {
    /** Resolves with the answer; with null when it does not come in time. */
    ask: () =>
      new Promise<MetricsSnapshot | null>((resolve) => {
        const number = measures++;
        const answered = new AbortController();
        asked.set(number, (metrics) => {
          answered.abort();
          asked.delete(number);
          resolve(metrics);
        });
        void clock.sleep(MEASURE_MS, answered.signal).then(() => asked.get(number)?.(null));
        send(number);
      }),
    answer: (number: number, metrics: MetricsSnapshot) => asked.get(number)?.(metrics),
    /** No answer will come: every request gets none. */
    giveUp() {
      for (const answer of asked.values()) answer(null);
    },
  };
}

function forked(env: BackgroundOptions['env']): ChildProcess {
  const built = !import.meta.url.endsWith('.ts');
  const entry = new URL(built ? './backgroundProcess.js' : './backgroundProcess.ts', import.meta.url);
  const execArgv = [
    ...process.execArgv.filter((arg) => !arg.startsWith('--max-semi-space-size')),
    HEAP_OPTION,
  ];
  return fork(entry, [], {
    env: { ...env, POSTLEDGER_ROLES: 'projector,sender,dispatcher', POSTLEDGER_PROCESSES: undefined },
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
