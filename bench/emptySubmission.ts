import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** The ceiling of submission: the library with a handler that does nothing. */
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  logger: false,
  onAuth: (_auth, _session, done) => done(null, { user: 'any' }),
  onData(stream, _session, done) {
    stream.resume().on('end', () => done());
  },
});
server.listen(Number(process.env.POSTLEDGER_SUBMISSION_PORT), '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}`);
});
process.once('SIGTERM', () => server.close(() => process.exit(0)));
