import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import { byteShares } from '../queues/byteShares.ts';
import { slices } from '../queues/slices.ts';
import { turns } from '../queues/turns.ts';
import { unavailable } from './errors.ts';
import { jsonText } from './jsonText.ts';

/** What lists in flight may take of the process, over all requests. */
export type AnswerLimits = ReturnType<typeof answerLimits>;

declare module 'fastify' {
  interface FastifyInstance {
    answers: AnswerLimits;
  }
}

/** Lists that are answered at the same time: each holds its last entries until its reader has taken them. */
const LISTS = { each: 8, all: 64 };
const MAX_WAIT_MS = 5_000;
/** Of all lists. One entry may be larger, as a template of many megabytes is: then it waits until it is alone. */
const MAX_BYTES = 67_108_864;
/** Up to here a list is put together before it is sent, so that a fault gets its status. */
const WHOLE_BYTES = 65_536;
const ROOM_CHECK_MS = 100;
/** As long as a connection may be idle: then those who read nothing have been cut off. */
const MAX_ROOM_WAIT_MS = 60_000;

export function answerLimits(clock: Clock) {
  const shares = byteShares({ maxBytes: MAX_BYTES, maxHoldBytes: 1, smallBytes: MAX_BYTES });
  return {
    clock,
    lists: turns({ clock, ...LISTS, maxWaitMs: MAX_WAIT_MS }),
    inUse: shares.inUse,
    /** Resolves with what gives the bytes back, once there is room for them. @throws when there is none for a minute */
    async room(workspace: string, bytes: number): Promise<() => void> {
      const hold = shares.hold();
      // A share is a quarter of all: what is larger counts as one.
      const counted = Math.min(bytes, MAX_BYTES / 4);
      const untilMs = clock.monotonicMs() + MAX_ROOM_WAIT_MS;
      while (!hold.take(workspace, counted)) {
        if (clock.monotonicMs() >= untilMs) throw unavailable('Too many answers are being read at present.');
        await clock.sleep(ROOM_CHECK_MS);
      }
      return hold.release;
    },
  };
}

/**
 * An answer with a list of any length, `{...head, [name]: [...], ...tail()}`, of which one entry is in memory at a time,
 * besides those that the connection holds. A short list is sent whole. An error before the first byte is sent gets its
 * status; after that the connection is cut, since half a list must not look like a whole one.
 */
export async function streamedAnswer<Head extends object, Name extends string, Item, Tail extends object>(
  reply: Pick<FastifyReply, 'type' | 'raw' | 'request' | 'server'>,
  head: Head,
  name: Name,
  pages: AsyncIterable<readonly Item[]>,
  tail: () => Tail = () => ({}) as Tail,
): Promise<Head & Record<Name, Item[]> & Tail> {
  const { answers } = reply.server;
  const { caller, endTurn } = reply.request;
  const { workspace } = caller;
  // It is long work from here on, with limits of its own.
  endTurn();
  const end = await answers.lists.wait(workspace);
  if (end === null) throw unavailable('Too many lists are being read at present; try again.');
  // A response closes exactly once, also when it fails: that of a caller who has left meanwhile did so before.
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
  reply.type('application/json; charset=utf-8');
  const texts = textsOf(head, name, pages, tail);
  const whole: string[] = [];
  for (let bytes = 0; bytes <= WHOLE_BYTES; bytes += whole.at(-1)?.length ?? 0) {
    const next = await texts.next();
    // The JSON text itself, which fastify sends as it is.
    if (next.done) return whole.join('') as unknown as Head & Record<Name, Item[]> & Tail;
    whole.push(next.value);
  }
  const stream = Readable.from(withinLimits(answers, workspace, whole, texts), { objectMode: false });
  return stream as unknown as Head & Record<Name, Item[]> & Tail;
}

/** Texts of some size, each of which is made when the connection has taken the one before. */
async function* withinLimits(
  answers: AnswerLimits,
  workspace: string,
  begun: readonly string[],
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  let release = () => {};
  // A connection that takes all it is given would keep all other requests waiting until its list has ended.
  const giveWay = slices(answers.clock);
  try {
    yield begun.join('');
    for (let isDone = false; !isDone; ) {
      let text = '';
      while (!isDone && text.length < WHOLE_BYTES) {
        const next = await rest.next();
        isDone = next.done === true;
        if (!next.done) text += next.value;
        await giveWay();
      }
      release();
      release = await answers.room(workspace, text.length);
      yield text;
    }
  } finally {
    release();
    // When the caller disconnects, reading ends too.
    await rest.return(undefined);
  }
}

async function* textsOf(
  head: object,
  name: string,
  pages: AsyncIterable<readonly unknown[]>,
  tail: () => object,
): AsyncGenerator<string> {
  const opening = jsonText({ ...head, [name]: [] }).slice(0, -'[]}'.length);
  let separator = `${opening}[`;
  for await (const page of pages)
    for (const item of page) {
      yield separator + jsonText(item);
      separator = ',';
    }
  const closing = jsonText(tail()).slice(1);
  const start = separator === ',' ? '' : separator;
  yield `${start}]${closing === '}' ? '' : ','}${closing}`;
}
