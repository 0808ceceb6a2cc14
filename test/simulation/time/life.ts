import type { Agenda, Entry, EntryKind } from './agenda.ts';

/**
 * One life of a process, from its start to its death. Whatever comes to the process comes through here: at once, when it
 * goes on after a pause, or never, when it is dead. So nothing of a dead process runs any more.
 */
export interface Life {
  readonly process: string;
  /** Which life of the process it is, from 1. */
  readonly number: number;
  isAlive(): boolean;
  isPaused(): boolean;
  /** At a moment of the simulated time, as far as the process is there to notice. */
  at(ms: number, act: () => void, kind?: EntryKind): Entry;
  /** Nothing runs until `goOn`: the kernel took the processor away, or the event loop is held up. */
  pause(): void;
  goOn(): void;
  /** At once, in the middle of whatever was under way. */
  end(): void;
  /** Resolves never: what a call of a dead process comes to. */
  never<Result>(): Promise<Result>;
  /** Called at its death. */
  onEnd(act: () => void): void;
}

export function beginLife(agenda: Agenda, process: string, number: number): Life {
  let state: 'runs' | 'paused' | 'dead' = 'runs';
  let missed: { act: (() => void) | null }[] = [];
  const ends: (() => void)[] = [];
  return {
    process,
    number,
    isAlive: () => state !== 'dead',
    isPaused: () => state === 'paused',
    at(ms, act, kind) {
      const kept: { act: (() => void) | null } = { act };
      const arrive = () => {
        if (state === 'paused') missed.push(kept);
        else if (state === 'runs') kept.act?.();
      };
      const entry = agenda.at(ms, arrive, kind);
      return {
        cancel() {
          kept.act = null;
          entry.cancel();
        },
      };
    },
    pause() {
      if (state === 'runs') state = 'paused';
    },
    goOn() {
      if (state !== 'paused') return;
      state = 'runs';
      const late = missed;
      missed = [];
      for (const kept of late)
        agenda.at(agenda.nowMs(), () => {
          // It may have been paused once more, or have died, before it came to this.
          if (state === 'paused') missed.push(kept);
          else if (state === 'runs') kept.act?.();
        });
    },
    end() {
      if (state === 'dead') return;
      state = 'dead';
      missed = [];
      for (const act of ends) act();
    },
    never: () => new Promise(() => {}),
    onEnd: (act) => void ends.push(act),
  };
}
