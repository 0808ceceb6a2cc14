// bench/mailPool.ts
import { setPriority } from "node:os";
import { createTransport } from "nodemailer";
import { mimeComposer } from "../src/adapters/mime/composer.js";
import { SEND } from "./sends.js";
var NICE = 5;
var [port, messages = 0, connections] = process.argv.slice(2).map(Number);
setPriority(0, NICE);
var composed = await mimeComposer().compose({
  messageId: "<1@sender.test>",
  dateMs: 0,
  from: { name: "Shop", address: "shop@sender.test" },
  to: [{ name: null, address: SEND.to }],
  cc: [],
  replyTo: [],
  subject: SEND.subject,
  text: SEND.text,
  html: null,
  headers: [],
  attachments: [],
  boundarySeed: "bench"
});
var raw = composed.copy({ html: null, headers: [] });
var envelope = { from: "shop@sender.test", to: [SEND.to] };
var transport = createTransport({
  url: `smtp://127.0.0.1:${port}`,
  pool: true,
  maxConnections: connections ?? 1,
  maxMessages: 1e3
});
await Promise.all(Array.from({ length: messages }, () => transport.sendMail({ envelope, raw })));
transport.close();
process.disconnect?.();
//# sourceMappingURL=mailPool.js.map
