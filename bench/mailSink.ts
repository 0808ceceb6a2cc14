import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A relay as a process of its own: takes everything, and reports when the first and the last awaited message came. */
const [port, awaited] = process.argv.slice(2).map(Number);
let taken = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, callback) {
    stream.on('end', () => {
      taken++;
      if (taken === 1) process.send?.({ first: Date.now() });
      if (taken === awaited) process.send?.({ last: Date.now() });
      callback();
    });
    stream.resume();
  },
});
server.on('error', () => {});
server.listen(port, '127.0.0.1', () =>
  process.send?.({ port: (server.server.address() as AddressInfo).port }),
);
process.on('disconnect', () => process.exit(0));
