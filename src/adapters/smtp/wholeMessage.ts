import { Readable, Transform } from 'node:stream';

/** Messages up to this are written together with the dot that ends them; a larger one is not copied for that. */
const ONE_WRITE_BYTES = 64 * 1024;

/**
 * A message for a connection that asks for it by piping it, which it does when the server is ready for it and not before:
 * `begin` is called then, and when it throws nothing is handed over and the stream fails with that.
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

/** What a stream at rest has ready is read as one piece: else the message and its end cost the socket a write each. */
function inOneWrite(to: Transform, raw: Buffer): void {
  to.pause();
  to.end(raw);
  to.read();
  to.resume();
}
