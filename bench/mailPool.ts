import { setPriority } from 'node:os';
import { createTransport } from 'nodemailer';
import { mimeComposer } from '../src/adapters/mime/composer.ts';
import { SEND } from './sends.ts';

/** The priority of the service's own background process. */
const NICE = 5;

// The ceiling as a process of its own: nodemailer's pool, with so many messages composed beforehand.
const [port, messages = 0, connections] = process.argv.slice(2).map(Number);
setPriority(0, NICE);
const composed = await mimeComposer().compose({
  messageId: '<1@sender.test>',
  dateMs: 0,
  from: { name: 'Shop', address: 'shop@sender.test' },
  to: [{ name: null, address: SEND.to }],
  cc: [],
  replyTo: [],
  subject: SEND.subject,
  text: SEND.text,
  html: null,
  headers: [],
  attachments: [],
  boundarySeed: 'bench',
});
const { raw } = composed.copy({ html: null, headers: [] });
const envelope = { from: 'shop@sender.test', to: [SEND.to] };
const transport = createTransport({
  url: `smtp://127.0.0.1:${port}`,
  pool: true,
  maxConnections: connections ?? 1,
  maxMessages: 1_000,
});
await Promise.all(Array.from({ length: messages }, () => transport.sendMail({ envelope, raw })));
transport.close();
process.disconnect?.();
