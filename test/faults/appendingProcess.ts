import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../support/project.ts';

const CHILD = nodeArguments('test/faults/appendingChild');

/** A child process that appends, and what it has said so far. */
export interface AppendingProcess {
  readonly acknowledged: readonly string[];
  readonly refused: readonly string[];
  /** Resolves once so many appends were answered; rejects when the process ends before. */
  answered(count: number): Promise<void>;
  kill(): void;
  /** Kills the process with whatever it runs under. */
  killAll(): void;
  /** The longest time that an append took, in milliseconds; null unless it has ended by itself. */
  longestMs(): number | null;
  readonly pid: number;
  /** Resolves with the exit code, null when it was killed. */
  readonly ended: Promise<number | null>;
}

export interface AppendingOptions {
  readonly folder: string;
  readonly callers: number;
  /** Appends each caller makes. */
  readonly appends: number;
  /** Command before node: strace with its arguments. */
  readonly under?: readonly string[];
}

export function appendingProcess({
  folder,
  callers,
  appends,
  under = [],
}: AppendingOptions): AppendingProcess {
  const [command = process.execPath, ...rest] = [...under, process.execPath];
  const child: ChildProcess = spawn(command, [...rest, ...CHILD, folder, String(callers), String(appends)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: under.length > 0,
  });
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let longest: number | null = null;
  let waiting: { count: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  const tell = (over: boolean) => {
    waiting = waiting.filter(({ count, resolve, reject }) => {
      if (acknowledged.length + refused.length >= count) resolve();
      else if (over) reject(new Error(`the appending process ended early: ${complaints}`));
      else return true;
      return false;
    });
  };
  let complaints = '';
  child.stderr?.on('data', (text) => {
    complaints += text;
  });
  let closed = false;
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word, stream = ''] = line.split(' ');
      if (word === 'ack') acknowledged.push(stream);
      if (word === 'longest') longest = Number(stream);
      if (word === 'refused') refused.push(stream);
      tell(false);
    });
  }
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      closed = true;
      tell(true);
      resolve(code);
    }),
  );
  return {
    acknowledged,
    refused,
    answered: (count) =>
      new Promise((resolve, reject) => {
        waiting.push({ count, resolve, reject });
        tell(closed);
      }),
    pid: child.pid ?? 0,
    kill: () => child.kill('SIGKILL'),
    killAll: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
    longestMs: () => longest,
    ended,
  };
}

/** Command under which no file grows beyond so many bytes, until `liftLimit`: a disk that is full for a while. */
export function underLimit(fileBytes: number): readonly string[] {
  return ['prlimit', `--fsize=${fileBytes}:unlimited`];
}

export function limitFiles(pid: number, fileBytes: number): void {
  spawnSync('prlimit', [`--fsize=${fileBytes}:unlimited`, '--pid', String(pid)]);
}

export function liftLimit(pid: number): void {
  spawnSync('prlimit', ['--fsize=unlimited:unlimited', '--pid', String(pid)]);
}
