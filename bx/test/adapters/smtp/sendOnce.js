// test/adapters/smtp/sendOnce.ts
import { relayMailer } from "../../../src/adapters/smtp/relayMailer.js";
var [port, beginMs] = process.argv.slice(2).map(Number);
var mailer = relayMailer({ url: `smtp://127.0.0.1:${port}`, ...beginMs && { beginMs } });
var outcome = await mailer.send({
  sender: "me@a.example",
  recipient: "you@b.example",
  raw: Buffer.from("Subject: hi\r\nMessage-ID: <1@a.example>\r\n\r\ntext\r\n"),
  deliveryId: "6b1f1f0e-0000-4000-8000-000000000001",
  reportsComeBack: false,
  workspace: "w"
});
console.log(outcome.outcome);
await mailer.close();
//# sourceMappingURL=sendOnce.js.map
