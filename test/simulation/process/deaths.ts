import type { DeathMoment } from '../plan.ts';

/** Deaths that wait for the next time that something has been done. */
export interface Deaths {
  /** The process dies as soon as that has been done, and before it knows. */
  await(process: string, upon: DeathMoment, die: () => void): void;
  /** Something has been done for a process. */
  happened(process: string, what: DeathMoment): void;
  clear(): void;
}

export function deaths(): Deaths {
  const awaited = new Map<string, () => void>();
  return {
    await: (process, upon, die) => void awaited.set(`${process} ${upon}`, die),
    happened(process, what) {
      const name = `${process} ${what}`;
      const die = awaited.get(name);
      awaited.delete(name);
      die?.();
    },
    clear: () => awaited.clear(),
  };
}
