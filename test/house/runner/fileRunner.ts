import { type ChildProcess, spawn } from 'node:child_process';
import { nodeArguments } from '../../support/project.ts';
import { FILE_ENDED, type FileOrder } from './fileOrder.ts';
import type { Ended } from './summary.ts';

/** What uvu prints last. */
const SUMMARY_END = /^ {2}Duration: /m;

/** Processes of test files; each leads a process group of its own. */
const running = new Set<number>();

interface FileLimits {
  readonly timeoutMs: number;
  /** How long its process may go on when the tests are done. */
  readonly lingerMs: number;
}

/** Runs test files one after another. */
export interface FileRunner {
  /**
   * Runs one compiled test file: alone in a process, or in the one before's where that left nothing open or changed, as
   * starting a process and loading the product cost more than most files' tests. When a process ends or a file's time
   * is up, everything that it started is ended too, so that a forgotten server spoils no later file.
   */
  run(order: FileOrder, limits: FileLimits): Promise<Ended>;
  /** Ends the process that waits for the next file. */
  end(): Promise<void>;
}

export function fileRunner(): FileRunner {
  let waiting: ChildProcess | null = null;
  return {
    async run(order, limits) {
      const child = (order.isAlone ? null : waiting) ?? begin();
      if (child === waiting) waiting = null;
      const ended = await fileOf(child, order, limits);
      if (child.connected) waiting = child;
      return ended;
    },
    async end() {
      const child = waiting;
      if (child === null) return;
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.disconnect();
      });
    },
  };
}

function begin(): ChildProcess {
  const child = spawn(process.execPath, [...nodeArguments('test/house/runner/fileProgram')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  child.once('exit', () => endGroup(pid));
  child.once('close', () => {
    if (pid !== undefined) running.delete(pid);
  });
  return child;
}

/** Resolves when the file has ended: by its line, or with the process. */
function fileOf(child: ChildProcess, order: FileOrder, { timeoutMs, lingerMs }: FileLimits): Promise<Ended> {
  return new Promise((resolve) => {
    let output = '';
    let timedOutAfterMs: number | null = null;
    let lingeredMs: number | null = null;
    let linger: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      timedOutAfterMs = timeoutMs;
      endGroup(child.pid);
    }, timeoutMs);
    const end = (code: number | null, signal: string | null) => {
      clearTimeout(timer);
      clearTimeout(linger);
      child.stdout?.removeAllListeners('data');
      child.stderr?.removeAllListeners('data');
      child.off('close', end).off('error', fail);
      resolve({ output: output.replace(FILE_ENDED, ''), code, signal, timedOutAfterMs, lingeredMs });
    };
    const fail = (error: Error) => {
      output += `${error.message}\n`;
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, code] = FILE_ENDED.exec(output) ?? [];
      // What it wrote to the other pipe before may come a moment later.
      if (code !== undefined) return void setImmediate(end, Number(code), null);
      if (!SUMMARY_END.test(text)) return;
      clearTimeout(linger);
      linger = setTimeout(() => {
        lingeredMs = lingerMs;
        endGroup(child.pid);
      }, lingerMs);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('close', end).once('error', fail);
    child.send(order);
  });
}

/** Ends every test file that still runs: for the runner's own end. */
export function endRunning(): void {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The usual case: nothing of the group is left.
  }
}
