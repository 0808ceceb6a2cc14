import type { Agenda } from '../time/agenda.ts';

/** What someone outside waits for: the world stays awake for it, though everything in it may be a poll. */
export interface UnderWay {
  /** Something begins. Returns what ends it. */
  begin(): () => void;
  /** Whether something has begun lately that has not ended. */
  readonly any: boolean;
}

/** @param longestMs what takes longer waits for something that takes long, such as a process that is paused */
export function underWay(agenda: Agenda, longestMs: number): UnderWay {
  let count = 0;
  let lastBegunAtMs = 0;
  return {
    begin() {
      let isOver = false;
      count += 1;
      lastBegunAtMs = agenda.nowMs();
      return () => {
        if (!isOver) count -= 1;
        isOver = true;
      };
    },
    get any() {
      return count > 0 && agenda.nowMs() - lastBegunAtMs < longestMs;
    },
  };
}
