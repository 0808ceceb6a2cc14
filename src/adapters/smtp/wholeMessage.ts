import { Readable, Transform } from 'node:stream';

/** Messages up to this size are written together with their final dot; a larger one is not copied for that. */
const ONE_WRITE_BYTES = 64 * 1024;

/**
 * A message for a connection that pipes it when the server is ready for it, and not before: `begin` is called then. When
 * `begin` throws, nothing is handed over and the stream fails with that error.
 */
export function wholeMessage(raw: Buffer, begin: () => void): Readable {
  const message = new Readable({ read() {} });
  const pipe = <To extends NodeJS.WritableStream>(to: To): To => {
    try {
      begin();
    } catch (error) {
      message.destroy(error as Error);
      return to;
    }
    if (to instanceof Transform && raw.length <= ONE_WRITE_BYTES) inOneWrite(to, raw);
    else to.end(raw);
    return to;
  };
  return Object.assign(message, { pipe });
}

/** A paused stream is read as one piece: otherwise the message and its end would be two writes to the socket. */
function inOneWrite(to: Transform, raw: Buffer): void {
  to.pause();
  to.end(raw);
  to.read();
  to.resume();
}
