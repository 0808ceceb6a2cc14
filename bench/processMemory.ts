import { readFileSync } from 'node:fs';

/** Memory of a process in MiB, as Linux counts it. */
export interface ProcessMemory {
  /** All resident pages, those of mapped files included, which the kernel takes back when it needs them. */
  readonly rssMiB: number;
  /** What the process holds for itself: its heap, its buffers, its stacks. */
  readonly ownMiB: number;
}

export function processMemory(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const miB = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { rssMiB: miB('VmRSS'), ownMiB: miB('RssAnon') };
}

/** A service's: its own and that of the processes it has started. */
export function serviceMemory(pid: number): ProcessMemory {
  const all = [pid, ...childrenOf(pid)].map(processMemory);
  return {
    rssMiB: all.reduce((sum, { rssMiB }) => sum + rssMiB, 0),
    ownMiB: all.reduce((sum, { ownMiB }) => sum + ownMiB, 0),
  };
}

export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Samples a process until stopped; returns what was seen. */
export function watchMemory(pid: number, everyMs: number): { stop(): readonly ProcessMemory[] } {
  const seen: ProcessMemory[] = [processMemory(pid)];
  const timer = setInterval(() => seen.push(processMemory(pid)), everyMs);
  return {
    stop() {
      clearInterval(timer);
      return seen;
    },
  };
}

/** Processor time of a process and all its threads so far, in milliseconds. Linux counts hundredths of a second. */
export function processorMs(pid: number): number {
  // After the name, which may hold spaces: user and system time are the 12th and 13th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
