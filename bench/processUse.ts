import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, processorMs } from './processMemory.ts';

/** What a server has used so far. */
export interface Use {
  readonly processorMs: number;
  readonly writtenBytes: number;
  /** Calls that read, of files, sockets and threads' signals alike. */
  readonly reads: number;
}

/** By a process, those that it and they have started, and their children that have ended. */
export function usedBy(pid: number): Use {
  const ended = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ').slice(13, 15) ?? [];
  const io = readFileSync(`/proc/${pid}/io`, 'latin1');
  const counted = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1]);
  const own: Use = {
    processorMs: ended.reduce((sum, ticks) => sum + Number(ticks) * 10, processorMs(pid)),
    writtenBytes: counted('write_bytes'),
    reads: counted('syscr'),
  };
  return childrenOf(pid).map(usedBy).reduce(added, own);
}

const added = (one: Use, other: Use): Use => ({
  processorMs: one.processorMs + other.processorMs,
  writtenBytes: one.writtenBytes + other.writtenBytes,
  reads: one.reads + other.reads,
});

/** What was used between two moments, of one message. */
export const usedBetween = (before: Use, after: Use, messages = 1): Use => ({
  processorMs: (after.processorMs - before.processorMs) / messages,
  writtenBytes: (after.writtenBytes - before.writtenBytes) / messages,
  reads: (after.reads - before.reads) / messages,
});

/** What a server asked of the kernel. */
export interface Calls {
  readonly all: number;
  /** Reads of `ledger.sqlite` and its write-ahead log. */
  readonly logReads: number;
}

/** Until strace has attached to every thread, and again until it has written all that it saw. */
const ATTACHED_MS = 1_000;

/** The system calls of a process, its threads and its children while something is done, by strace; null where that is missing. */
export async function systemCalls(
  pid: number,
  file: string,
  work: () => Promise<unknown>,
): Promise<Calls | null> {
  if (!hasStrace()) return null;
  const pids = familyOf(pid).flatMap((one) => ['-p', String(one)]);
  const strace = spawn('strace', ['-f', '-y', '-qq', '-o', file, ...pids], { stdio: 'ignore' });
  await sleep(ATTACHED_MS);
  await work();
  await sleep(ATTACHED_MS);
  const ended = once(strace, 'exit');
  strace.kill('SIGINT');
  await ended;
  // A call that another thread's interrupts begins once, and is told of again when it resumes.
  const begun = readFileSync(file, 'latin1').match(/^\d+ +\w+\([^ ]*/gm) ?? [];
  return {
    all: begun.length,
    logReads: begun.filter((call) => /^\d+ +p?read\w*\(\d+<[^>]*ledger\.sqlite/.test(call)).length,
  };
}

const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
