import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cliProcess, type Ran } from '../../cli/cliProcess.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/serviceProcess.ts';
import type { FakeTime } from './fakeTime.ts';
import type { Journal } from './journal.ts';

/** One service over an embedded ledger, in time that runs 60 times as fast: started, killed, paused and stopped. */
export interface FastService {
  /** Of the last start. */
  readonly url: string;
  readonly key: string;
  isUp(): boolean;
  /**
   * At ordinary speed until it is ready; then time runs fast, unless asked otherwise. False where it did not start, or did
   * not become ready.
   */
  start(speed?: 'fast' | 'ordinary speed'): Promise<boolean>;
  /** SIGKILL to the process that answers requests; the other one ends with it. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
  /** SIGKILL to the process in the background; resolves when another one has taken its place. */
  killBackground(): Promise<void>;
  /** SIGSTOP to one of the two, and SIGCONT after so many milliseconds of the world; resolves when it is ready again. */
  pause(which: 'api' | 'background', ms: number): Promise<void>;
  isReady(): Promise<boolean>;
  /** Runs a command of the command line on its data folder. */
  command(...args: string[]): Promise<Ran>;
  pid(): number;
}

export interface FastServiceOptions {
  readonly time: FakeTime;
  readonly journal: Journal;
  readonly env: Readonly<Record<string, string>>;
  /** What node runs; the code of the tests when it is not named. */
  readonly program?: readonly string[] | undefined;
}

/** Real time for a start, and for `/readyz` to become true. */
const READY_MS = 60_000;
const STOP_MS = 60_000;
/** Real time in which the service notices that its background has died. */
const NOTICED_MS = 500;

export function fastService({ time, journal, env, program }: FastServiceOptions): FastService {
  let running: ServiceProcess | null = null;
  let url = '';
  let key = '';
  let seen = 0;
  let isAsked = false;

  const note = (what: Parameters<typeof journal.note<'processes'>>[1]['what'], detail = '') =>
    journal.note('processes', { what, detail });
  const current = () => {
    if (running === null) throw new Error('the service does not run');
    return running;
  };
  const readLog = () => {
    const text = running?.output() ?? '';
    const end = text.lastIndexOf('\n') + 1;
    for (const line of text.slice(seen, end).split('\n')) noteLog(journal, line);
    seen = end;
  };
  const isReady = async () => {
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  };
  /** Notes it when it does not. */
  const becomesReady = async () => {
    const endsAt = performance.now() + READY_MS;
    while (!(await isReady())) {
      if (performance.now() > endsAt || running === null) {
        note('never ready');
        return false;
      }
      await sleep(50);
    }
    return true;
  };
  const gone = (process: ServiceProcess) => {
    readLog();
    time.forgetProcess(process.pid);
    if (running === process) running = null;
  };
  const reader = setInterval(readLog, 200);
  reader.unref();

  return {
    get url() {
      return url;
    },
    get key() {
      return key;
    },
    isUp: () => running !== null,
    pid: () => current().pid,
    isReady,
    async start(speed = 'fast') {
      seen = 0;
      isAsked = false;
      note('starts');
      try {
        const process = await startServiceProcess({
          env: { ...env, ...time.processEnv() },
          ...(program && { program }),
          timeoutMs: READY_MS,
        });
        running = process;
        void process.ended.then((code) => {
          if (!isAsked) note('died by itself', `with ${code}`);
          gone(process);
        });
      } catch (error) {
        note('start failed', String(error));
        for (const line of String(error).split('\n')) noteLog(journal, line);
        return false;
      }
      ({ url } = current());
      key = current().firstKey ?? key;
      if (!(await becomesReady())) return false;
      if (speed === 'fast') time.fast();
      note('ready');
      return true;
    },
    async kill() {
      note('killed');
      isAsked = true;
      const process = current();
      await process.kill();
      gone(process);
    },
    async stop() {
      note('stops');
      isAsked = true;
      const process = current();
      const code = await Promise.race([
        process.stop(),
        sleep(STOP_MS, 'took too long' as const, { ref: false }),
      ]);
      if (code === 'took too long') await process.kill();
      gone(process);
      note('stopped', String(code));
    },
    async killBackground() {
      const [background] = childrenOf(current().pid).filter(isBackground);
      if (background === undefined) return;
      note('background killed');
      process.kill(background, 'SIGKILL');
      await sleep(NOTICED_MS);
      await becomesReady();
    },
    async pause(which, ms) {
      const { pid } = current();
      const target = which === 'api' ? pid : childrenOf(pid).find(isBackground);
      if (target === undefined) return;
      note(which === 'api' ? 'paused' : 'background paused', `${ms} ms`);
      process.kill(target, 'SIGSTOP');
      await time.sleep(ms);
      try {
        process.kill(target, 'SIGCONT');
      } catch {
        // It was killed meanwhile.
      }
      note('goes on');
      await becomesReady();
    },
    command: (...args) =>
      cliProcess({ ...env, ...time.commandEnv(), POSTLEDGER_PORT: new URL(url).port }, ...args),
  };
}

/** Notes what the service logs, unless all is well. The banner of the start is no JSON. */
function noteLog(journal: Journal, line: string): void {
  if (!line.startsWith('{')) return;
  try {
    const { level, msg } = JSON.parse(line) as { readonly level: string; readonly msg: string };
    if (level !== 'info') journal.note('logs', { level, message: msg, text: line });
  } catch {
    journal.note('logs', { level: 'unreadable', message: line, text: line });
  }
}

/** Processes that were started by another one and live. */
export function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** The command line of a process; empty when it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

const isBackground = (pid: number) => commandOf(pid).includes('backgroundProcess');
