import { readFileSync } from 'node:fs';

/** A process, told from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the kernel's ticks, and the boot it counts from; null where the system does not tell. */
  readonly started: string | null;
}

let own: ProcessIdentity | null = null;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, started: startOf(process.pid) };
  return own;
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (started !== null) return startOf(pid) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, though it may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in brackets, may itself hold spaces and brackets; what follows is counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: it only waits for its parent to ask.
    if (fields[0] === 'Z') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}
