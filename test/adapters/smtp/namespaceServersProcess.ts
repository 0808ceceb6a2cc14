import { reply, smtpSink } from './smtpServer.ts';

/** Mail servers at public addresses on port 25. Prints a line when they listen, and what they took once its input ends. */
const [four, six] = await Promise.all([
  smtpSink({ disabledCommands: [] }, 25, '11.0.0.1'),
  smtpSink({ disabledCommands: [] }, 25, '2a00::1'),
  smtpSink({ onConnect: (_session, done) => done(reply(554, 'no service')) }, 25, '11.0.0.2'),
]);
console.log('listening');
process.stdin.resume();
process.stdin.on('end', () => {
  const taken = ({ mails }: typeof four) => mails.map(({ to, secure }) => `${to[0]} ${secure}`);
  console.log(JSON.stringify({ four: taken(four), six: taken(six) }));
  process.exit(0);
});
