import type { IncomingMessage } from 'node:http';
import { ApiError, unavailable } from './errors.ts';

/**
 * Bytes of request bodies in memory over all requests. What cannot be had is refused, never waited for: a caller who
 * is told 503 tries again, one who waits holds a connection.
 */
export interface BodyBudget {
  hold(): BodyHold;
  inUse(): number;
}

/** One request's part of the budget. */
export interface BodyHold {
  /** Whether the bytes could be read. */
  take(bytes: number): boolean;
  /** Gives back whatever was taken; nothing can be taken afterwards. */
  release(): void;
}

/** For requests that bring no body. */
export const nothingHeld: BodyHold = { take: () => false, release: () => {} };

export function bodyBudget(maxBytes: number): BodyBudget {
  let used = 0;
  return {
    inUse: () => used,
    hold: () => {
      let held = 0;
      let released = false;
      return {
        take: (bytes) => {
          if (released || used + bytes > maxBytes) return false;
          used += bytes;
          held += bytes;
          return true;
        },
        release: () => {
          used -= held;
          held = 0;
          released = true;
        },
      };
    },
  };
}

export interface BodyLimits {
  readonly hold: BodyHold;
  /** Bytes that one body may have. */
  readonly maxBytes: number;
}

/** Above this a body of known length is copied into one buffer as it comes, instead of joined at the end. */
const JOIN_BYTES = 1_048_576;

const tooLarge = (maxBytes: number) =>
  new ApiError('payload_too_large', `The request body is larger than ${maxBytes} bytes.`);

/** The announced length of a body, null when it comes in chunks. */
function announcedLength(request: IncomingMessage): number | null {
  const length = request.headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** @throws ApiError 413 for a body that announces more than is allowed: before a byte of it is read */
export function refuseTooLarge(request: IncomingMessage, maxBytes: number): void {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * Reads a body. Its bytes count against the budget, the announced length at once, chunks as they come, for as long
 * as the request holds them.
 * @throws ApiError 413 beyond `maxBytes`, 503 beyond the budget, 400 when the client breaks off
 */
export function readBody(request: IncomingMessage, { hold, maxBytes }: BodyLimits): Promise<Buffer> {
  const announced = announcedLength(request);
  return new Promise((resolve, reject) => {
    if (announced !== null && !hold.take(announced)) {
      request.resume();
      reject(unavailable('Too many request bodies are being read at present; try again.'));
      return;
    }
    const whole = announced !== null && announced > JOIN_BYTES ? Buffer.allocUnsafeSlow(announced) : null;
    let chunks: Buffer[] = [];
    let length = 0;
    let ended = false;

    const settle = () => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      chunks = [];
    };
    const refuse = (error: Error) => {
      settle();
      // What still comes is read and thrown away, so that the client gets to see the answer.
      request.on('error', () => {}).resume();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      if (length + chunk.length > maxBytes) return refuse(tooLarge(maxBytes));
      if (announced === null && !hold.take(chunk.length))
        return refuse(unavailable('Too many request bodies are being read at present; try again.'));
      if (whole === null) chunks.push(chunk);
      else chunk.copy(whole, length);
      length += chunk.length;
    };
    const onEnd = () => {
      const first = chunks[0];
      const body =
        whole ?? (chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length));
      ended = true;
      resolve(body);
    };
    // Every request closes in the end; only before its body has ended is that a fault.
    const onBroken = () => {
      if (!ended) refuse(new ApiError('bad_request', 'The request body broke off.'));
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
