import { setTimeout as sleep } from 'node:timers/promises';

/** What one try of a call came to. */
export type Tried =
  | { readonly came: 'answer'; readonly answer: string }
  /** Nothing, or that the service is not there now: the caller knows nothing. */
  | { readonly came: 'nothing' }
  | { readonly came: 'refusal'; readonly refusal: string };

export const NOTHING_CAME: Tried = { came: 'nothing' };

/** A call that may be made again and again, as it is. */
export interface RepeatedCall {
  /** What it is about, for the accounts. */
  readonly about: string;
  readonly attempt: () => Promise<Tried>;
}

/** One kind of call, and who makes them. */
export interface CallKind {
  /** Each begins its next call once the last one was answered. */
  readonly clients: number;
  /** Whether the same call is answered the same again, whenever that is. */
  readonly isRepeatable: boolean;
  /** The next call, the number is another one each time; null while there is nothing that it could name. */
  readonly next: (n: number) => RepeatedCall | null;
  /** Called with each answer. */
  readonly learn?: (answer: string, about: string) => void;
}

export interface AnsweredCall {
  readonly about: string;
  readonly answer: string;
}

const RETRY_MS = 150;
/** Of the calls that were answered, one in so many is asked for again by two at once. */
const TOGETHER = 7;

/**
 * Clients of every kind, each of whose calls is made until it is answered, and once more afterwards. What is not answered as before
 * is among `otherwise`, what is refused among `refused`.
 */
export function repeatedCalls(kinds: Readonly<Record<string, CallKind>>, pauseMs: () => number) {
  const answered = new Map<string, AnsweredCall[]>(Object.keys(kinds).map((kind) => [kind, []]));
  const repeatable: { kind: string; call: RepeatedCall; answer: string }[] = [];
  const refused: string[] = [];
  const otherwise: string[] = [];
  let tries = 0;
  let isEnding = false;
  let isAbandoned = false;
  let calls = 0;

  const untilAnswered = async ({ attempt }: RepeatedCall): Promise<string | null> => {
    while (!isAbandoned) {
      const tried = await attempt();
      tries++;
      if (tried.came === 'answer') return tried.answer;
      if (tried.came === 'refusal') {
        refused.push(tried.refusal);
        return null;
      }
      await sleep(RETRY_MS);
    }
    return null;
  };
  const again = async (kind: string, call: RepeatedCall, before: string) => {
    const answer = await untilAnswered(call);
    if (answer !== before) otherwise.push(`${kind} ${call.about}: ${before}, and then ${answer}`);
  };
  const client = async (kind: string, { next, learn, isRepeatable }: CallKind) => {
    while (!isEnding) {
      await sleep(pauseMs());
      const n = calls++;
      const call = next(n);
      if (call === null) continue;
      const [answer, other] = await Promise.all([
        untilAnswered(call),
        isRepeatable && n % TOGETHER === 0 ? untilAnswered(call) : null,
      ]);
      if (answer === null) continue;
      if (other !== null && other !== answer) otherwise.push(`${kind}: ${answer}, and at once ${other}`);
      answered.get(kind)?.push({ about: call.about, answer });
      learn?.(answer, call.about);
      if (!isRepeatable) continue;
      repeatable.push({ kind, call, answer });
      await again(kind, call, answer);
    }
  };
  const running = Object.entries(kinds).flatMap(([kind, how]) =>
    Array.from({ length: how.clients }, () => client(kind, how)),
  );
  return {
    refused,
    otherwise,
    of: (kind: string): readonly AnsweredCall[] => answered.get(kind) ?? [],
    counts: () => [...answered].map(([kind, { length }]) => `${kind} ${length}`).join(', '),
    tries: () => tries,
    /** No new calls; resolves when each begun was answered. */
    async finish() {
      isEnding = true;
      await Promise.all(running);
    },
    /** Lets go of every call, answered or not: a failed test must be able to end. */
    abandon() {
      isEnding = true;
      isAbandoned = true;
    },
    /** Makes every call once more that was answered before. */
    async repeatAll(atOnce = 16) {
      const left = [...repeatable];
      const repeating = async () => {
        for (let one = left.pop(); one !== undefined; one = left.pop())
          await again(one.kind, one.call, one.answer);
      };
      await Promise.all(Array.from({ length: atOnce }, repeating));
      return repeatable.length;
    },
  };
}
