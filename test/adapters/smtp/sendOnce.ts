import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';

/** A process that sends one mail to the port it is given and prints what came of it. */
const [port, beginMs] = process.argv.slice(2).map(Number);
const mailer = relayMailer({ url: `smtp://127.0.0.1:${port}` }, beginMs ? { beginMs } : {});
const outcome = await mailer.send({
  sender: 'me@a.example',
  recipient: 'you@b.example',
  raw: Buffer.from('Subject: hi\r\nMessage-ID: <1@a.example>\r\n\r\ntext\r\n'),
  deliveryId: '6b1f1f0e-0000-4000-8000-000000000001',
  reportsComeBack: false,
  workspace: 'w',
});
console.log(outcome.outcome);
await mailer.close();
