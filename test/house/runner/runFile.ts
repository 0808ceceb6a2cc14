import { spawn } from 'node:child_process';
import type { Ended } from './summary.ts';

/** What uvu prints last. */
const SUMMARY_END = /^ {2}Duration: /m;

/** Processes of test files that run now; each leads a process group of its own. */
const running = new Set<number>();

/**
 * Runs one compiled test file in its own process and process group. When it ends or its time is up, everything that it
 * started is ended too, so that a forgotten server spoils no later file. A process that goes on although its tests are
 * done is given `lingerMs`.
 */
export function runFile(program: string, timeoutMs: number, lingerMs: number): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const pid = child.pid;
    const chunks: Buffer[] = [];
    let timedOutAfterMs: number | null = null;
    let lingeredMs: number | null = null;
    let linger: NodeJS.Timeout | undefined;
    if (pid !== undefined) running.add(pid);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!SUMMARY_END.test(chunk.toString())) return;
      clearTimeout(linger);
      linger = setTimeout(() => {
        lingeredMs = lingerMs;
        endGroup(pid);
      }, lingerMs);
    });
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const timer = setTimeout(() => {
      timedOutAfterMs = timeoutMs;
      endGroup(pid);
    }, timeoutMs);
    child.once('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.once('exit', () => endGroup(pid));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      clearTimeout(linger);
      if (pid !== undefined) running.delete(pid);
      resolve({ output: Buffer.concat(chunks).toString(), code, signal, timedOutAfterMs, lingeredMs });
    });
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
