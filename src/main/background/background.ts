import { type ChildProcess, fork } from 'node:child_process';
import { within } from '../../ports/clock.ts';
import type { LogGrown } from '../../ports/logGrowth.ts';
import type { Metrics, MetricsSnapshot } from '../../ports/metrics.ts';
import type { Ports } from '../../ports/ports.ts';
import { watchHeartbeat } from './heartbeat.ts';
import type { BackgroundState, FromBackground, ToBackground } from './messages.ts';

/** The background process, for the process that answers requests. */
export interface Background {
  /** As it was last heard of. It does not run at the very start, after its death until another one runs, and while it is not heard of. */
  state(): BackgroundState;
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
  /** Called with what it has written to the log of both. */
  readonly onGrown: (grown: LogGrown) => void;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** What counts before a process has said something. */
const UNHEARD: BackgroundState = {
  runs: false,
  lagMs: 0,
  appendsWork: true,
  route: null,
  intakeListens: null,
};

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
export function startBackground({ env, onGrown, clock, log, metrics }: BackgroundOptions): Background {
  const ended = new AbortController();
  let child: ChildProcess | null = null;
  let state = UNHEARD;
  /** Who has asked for its metrics: the next that come are for all of them. */
  const asking: ((metrics: MetricsSnapshot | null) => void)[] = [];

  /** `onSent` is called once the message is on its way, or lost, as where no process is there to take it. */
  const send = (message: ToBackground, onSent = () => {}) => {
    if (child?.connected) child.send(message, onSent);
    else onSent();
  };
  const watched = { isRunning: () => state.runs, kill: () => void child?.kill('SIGKILL') };
  const heartbeat = watchHeartbeat(watched, { clock, log, metrics }, ended.signal);
  const answer = (metrics: MetricsSnapshot | null) => {
    for (const resolve of asking.splice(0)) resolve(metrics);
  };
  const forget = () => {
    state = UNHEARD;
    child = null;
    answer(null);
  };
  const receive = (message: FromBackground) => {
    heartbeat.heard();
    if (message.kind === 'grown') onGrown(message.grown);
    else if (message.kind === 'measured') answer(message.metrics);
    else state = { ...state, ...message.state };
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
    state: () => ({ ...state, runs: state.runs && !heartbeat.isMissed() }),
    hint: (channel, message) => send({ kind: 'hint', channel, message }),
    tellGrown: (grown, onSent) => send({ kind: 'grown', grown }, onSent),
    async metrics() {
      if (!state.runs) return null;
      const answered = new Promise<MetricsSnapshot | null>((resolve) => asking.push(resolve));
      send({ kind: 'measure' });
      return (await within(clock, MEASURE_MS, answered)) ?? null;
    },
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
