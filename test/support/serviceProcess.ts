import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../e2e/eventually.ts';
import { COMMAND_LINE, ROOT } from './project.ts';

/** A service as a process of its own, as an operator would run it, on a free port. */
export interface ServiceProcess {
  readonly url: string;
  /** The key printed at the first start of a data folder. */
  readonly firstKey: string | null;
  readonly pid: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM unless another is named; resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  pause(): void;
  resume(): void;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Everything written to standard output and error so far. */
  output(): string;
}

export interface ServiceProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** What node runs, when it is not the product's own command line. */
  readonly program?: readonly string[];
  readonly args?: readonly string[];
  /** For the service to say that it runs. */
  readonly timeoutMs?: number;
  /** The open file that its standard error goes to, instead of to `output`. */
  readonly stderr?: number;
}

/** Starts a service and resolves when it answers. Its environment holds nothing of ours but `env`. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const keyFile = join(options.env.POSTLEDGER_DATA ?? join(ROOT, 'data'), 'first.key');
  const hadKey = existsSync(keyFile);
  const { program = COMMAND_LINE, args = ['serve'], timeoutMs = 60_000, stderr = 'pipe' } = options;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      POSTLEDGER_PORT: '0',
      POSTLEDGER_CONSOLE_PORT: 'off',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', stderr],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const started = new Promise<string | null>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service did not start in time:\n${output}`)),
      timeoutMs,
    );
    const listen = (chunk: Buffer) => {
      output += chunk;
      const url = /listening on (http:\/\/\S+)/i.exec(output)?.[1];
      const silent = /running without the api role/i.test(output);
      if (url === undefined && !silent) return;
      clearTimeout(timer);
      resolve(url ?? null);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the service ended with ${code}:\n${output}`));
    });
  });
  const url = await started.catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url: url ?? '',
    firstKey: hadKey ? null : keyIn(keyFile, output),
    pid: pidOf(child),
    ended,
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}

/** Of a first start: from its file; a program of a test prints it. */
function keyIn(file: string, output: string): string | null {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return /\bpl_[A-Za-z0-9_-]{20,}/.exec(output)?.[0] ?? null;
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process has no id');
  return child.pid;
}

/** Processes that were started by another one and live. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** The process in the background, once it is there. */
export async function backgroundOf({ pid }: ServiceProcess): Promise<number> {
  let found: number | undefined;
  await eventually('the background runs', () => {
    found = childrenOf(pid).find((child) => commandOf(child).includes('backgroundProcess'));
    return found !== undefined;
  });
  return found ?? 0;
}

/** Empty when the process is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
