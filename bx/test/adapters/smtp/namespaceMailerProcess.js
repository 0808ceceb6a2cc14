// test/adapters/smtp/namespaceMailerProcess.ts
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import { decode, encode } from "dns-packet";
import { mxMailer } from "../../../src/adapters/smtp/mxMailer.js";
import { isPublicAddress } from "../../../src/dispatcher/addressGuard.js";
import { manualClock } from "../../support/manualClock.js";
import { nodeArguments } from "../../support/project.js";
import { seededIds } from "../../support/seededIds.js";
var RECORDS = {
  "MX both.test": [
    { name: "both.test", type: "MX", data: { preference: 20, exchange: "good.both.test" } },
    { name: "both.test", type: "MX", data: { preference: 10, exchange: "bad.both.test" } }
  ],
  "A bad.both.test": [{ name: "bad.both.test", type: "A", data: "11.0.0.2" }],
  "A good.both.test": [{ name: "good.both.test", type: "A", data: "11.0.0.1" }],
  "A bare.test": [{ name: "bare.test", type: "A", data: "11.0.0.1" }],
  "AAAA six.test": [{ name: "six.test", type: "AAAA", data: "2a00::1" }],
  "MX null.test": [{ name: "null.test", type: "MX", data: { preference: 0, exchange: "." } }],
  "A inward.test": [{ name: "inward.test", type: "A", data: "127.0.0.1" }]
};
var SERVERS = nodeArguments("test/adapters/smtp/namespaceServersProcess");
var dns = createSocket("udp4");
dns.on("message", (message, { port, address }) => {
  const { id, questions = [] } = decode(message);
  const [question] = questions;
  const name = question?.name.toLowerCase() ?? "";
  const answers = RECORDS[`${question?.type} ${name}`] ?? [];
  const isKnown = Object.keys(RECORDS).some((key) => key.endsWith(` ${name}`));
  const flags = isKnown ? 0 : 3;
  dns.send(encode({ type: "response", id: id ?? 0, flags, questions, answers: [...answers] }), port, address);
});
await new Promise((resolve) => dns.bind(53, "127.0.0.1", () => resolve()));
var servers = spawn("ip", ["netns", "exec", "servers", process.execPath, ...SERVERS], {
  stdio: ["pipe", "pipe", "inherit"]
});
var lines = createInterface({ input: servers.stdout })[Symbol.asyncIterator]();
await lines.next();
var mailer = mxMailer({
  clock: manualClock(),
  ids: seededIds(),
  addressAllowed: isPublicAddress,
  siteConnections: 5,
  name: "out.a.example"
});
var ends = {};
for (const recipient of process.argv.slice(2)) {
  const outcome = await mailer.send({
    sender: "me@a.example",
    reportsComeBack: false,
    recipient,
    raw: Buffer.from("Subject: hi\r\n\r\ntext\r\n"),
    deliveryId: "6b1f1f0e-0000-4000-8000-000000000001",
    workspace: "w"
  });
  ends[recipient] = "fault" in outcome ? `${outcome.outcome} ${outcome.fault}` : outcome.outcome;
}
await mailer.close();
servers.stdin.end();
var { value: taken = "{}" } = await lines.next();
console.log(JSON.stringify({ ends, ...JSON.parse(taken) }));
process.exit(0);
//# sourceMappingURL=namespaceMailerProcess.js.map
