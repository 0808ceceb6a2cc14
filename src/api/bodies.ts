import type { IncomingMessage } from 'node:http';
import { type ByteHold, SMALL_BODY_BYTES } from '../queues/byteShares.ts';
import { gathering } from '../queues/gathering.ts';
import { ApiError, unavailable } from './errors.ts';
import type { SlowBodies } from './slowBodies.ts';

/** What is known of the request whose body is read. */
export interface BodyContext {
  readonly hold: ByteHold;
  /** The workspace whose share of the budget it takes. */
  readonly workspace: string;
  /** Bytes that one body may have. */
  readonly maxBytes: number;
  readonly slow: SlowBodies;
}

/** A body as it arrived: one part, or several of a larger one, each with its own memory. */
export interface ArrivedBody {
  readonly parts: readonly Buffer[];
  readonly length: number;
}

const tooLarge = (maxBytes: number) =>
  new ApiError('payload_too_large', `The request body is larger than ${maxBytes} bytes.`);
const noRoom = () => unavailable('Too many request bodies are being read at present; try again.');
const tooSlow = () =>
  new ApiError('request_timeout', 'The request body did not arrive in time.', { connection: 'close' });

/** The announced length of a body, null when it comes in chunks. */
function announcedLength(request: IncomingMessage): number | null {
  const length = request.headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** @throws ApiError 413 for a body whose announced length is more than allowed: before a byte of it is read */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * Reads a body. Its bytes count against the budget as they come, for as long as the request holds them.
 * @throws ApiError 413 beyond `maxBytes`, 503 beyond the budget, 408 when it comes too slowly, 400 when the client
 * breaks off
 */
export function readBody(request: IncomingMessage, context: BodyContext): Promise<ArrivedBody> {
  const { hold, workspace, maxBytes } = context;
  return new Promise((resolve, reject) => {
    const announced = announcedLength(request);
    if (announced !== null && !hold.fits(workspace, announced)) {
      request.resume();
      reject(noRoom());
      return;
    }
    // Node's parser goes on in this turn: after it, a small body that came with its headers is complete.
    process.nextTick(() => {
      const bytes = announced !== null && announced <= maxBytes ? arrivedAtOnce(request, announced) : null;
      if (bytes === null) gather({ request, context, resolve, reject });
      else if (hold.take(workspace, bytes.length)) resolve({ parts: [bytes], length: bytes.length });
      else reject(noRoom());
    });
  });
}

/** The whole body, where all of it has arrived. */
function arrivedAtOnce(request: IncomingMessage, bytes: number): Buffer | null {
  if (bytes === 0 || bytes > SMALL_BODY_BYTES || request.readableLength !== bytes) return null;
  const body = request.read() as Buffer | null;
  request.resume();
  return body;
}

interface Gathering {
  readonly request: IncomingMessage;
  readonly context: BodyContext;
  readonly resolve: (body: ArrivedBody) => void;
  readonly reject: (error: Error) => void;
}

/** Collects a body as it arrives. */
function gather({ request, context, resolve, reject }: Gathering): void {
  // Its caller left before this began: nothing will be heard of it any more.
  if (request.destroyed && !request.readableEnded) {
    reject(new ApiError('bad_request', 'The request body broke off.'));
    return;
  }
  const { hold, workspace, maxBytes, slow } = context;
  let gathered = gathering();
  let ended = false;

  const settle = () => {
    unwatch();
    request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    gathered = gathering();
  };
  const refuse = (error: Error) => {
    settle();
    hold.release();
    // The rest is read and thrown away, so that the client gets to see the answer.
    request.on('error', () => {}).resume();
    reject(error);
  };
  const onData = (chunk: Buffer) => {
    if (gathered.length + chunk.length > maxBytes) return refuse(tooLarge(maxBytes));
    if (!hold.take(workspace, chunk.length)) return refuse(noRoom());
    gathered.add(chunk);
  };
  const onEnd = () => {
    ended = true;
    unwatch();
    resolve({ parts: gathered.parts(), length: gathered.length });
  };
  // Every request closes in the end; only before its body has ended is that a fault.
  const onBroken = () => {
    if (!ended) refuse(new ApiError('bad_request', 'The request body broke off.'));
  };
  const unwatch = slow.watch({ received: () => gathered.length, giveUp: () => refuse(tooSlow()) });
  request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
}
