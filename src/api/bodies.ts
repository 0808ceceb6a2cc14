import type { IncomingMessage } from 'node:http';
import { type ByteHold, SMALL_BYTES } from '../queues/byteShares.ts';
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

/** A body as it arrived: one part, or several of a large one, each with its own memory. */
export interface ArrivedBody {
  readonly parts: readonly Buffer[];
  readonly length: number;
}

/** A body that is not small is gathered in parts of this size: nothing is copied twice, or joined at the end. */
const PART_BYTES = 4_194_304;

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
  if (bytes === 0 || bytes > SMALL_BYTES || request.readableLength !== bytes) return null;
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

/** Chunks as they arrive, joined at the end while they are small. */
function gathering() {
  let chunks: Buffer[] = [];
  const parts: Buffer[] = [];
  let length = 0;
  /** Bytes of the last part that are in use. */
  let filled = PART_BYTES;
  const copy = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (filled === PART_BYTES) {
        parts.push(Buffer.allocUnsafeSlow(PART_BYTES));
        filled = 0;
      }
      const copied = chunk.copy(parts.at(-1) ?? chunk, filled, at);
      filled += copied;
      at += copied;
    }
  };
  return {
    get length() {
      return length;
    },
    add(chunk: Buffer) {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= SMALL_BYTES) return;
      chunks.forEach(copy);
      chunks = [];
    },
    parts(): readonly Buffer[] {
      const [first] = chunks;
      if (parts.length === 0) return [chunks.length === 1 && first ? first : Buffer.concat(chunks, length)];
      return parts.map((part, at) => (at === parts.length - 1 ? part.subarray(0, filled) : part));
    },
  };
}
