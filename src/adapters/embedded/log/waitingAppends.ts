import type { AppendOutcome } from './logCommit.ts';
import type { AppendTexts } from './logFormat.ts';

/** An append whose caller waits for its outcome. */
export interface WaitingAppend {
  readonly append: AppendTexts;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** Of one batch: what is written in one transaction, and passed on in one message. */
const BATCH_APPENDS = 1_000;
const BATCH_CHARACTERS = 8 * 1_048_576;
/** Above that, appends are refused, so that memory stays bounded. */
const MAX_WAITING_CHARACTERS = 128 * 1_048_576;

/** Appends that wait for the writer, in the order of their calls. */
export function waitingAppends() {
  let waiting: WaitingAppend[] = [];
  let characters = 0;
  return {
    /** False when too much waits already. */
    add(one: WaitingAppend): boolean {
      if (characters + one.append.characters > MAX_WAITING_CHARACTERS) return false;
      characters += one.append.characters;
      waiting.push(one);
      return true;
    },
    /** The next batch; empty when none waits. */
    take(): readonly WaitingAppend[] {
      let taken = 0;
      let room = BATCH_CHARACTERS;
      for (const { append } of waiting) {
        if (taken === BATCH_APPENDS || (taken > 0 && append.characters > room)) break;
        room -= append.characters;
        taken++;
      }
      const batch = waiting.slice(0, taken);
      waiting = waiting.slice(taken);
      for (const { append } of batch) characters -= append.characters;
      return batch;
    },
  };
}
