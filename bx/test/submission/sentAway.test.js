// test/submission/sentAway.test.ts
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { eventually } from "../e2e/eventually.js";
import { skipped } from "../support/skipped.js";
import { smtpTestClient } from "../support/smtpTestClient.js";
import { closeReader, submissionFixture } from "./submissionFixture.js";
var test = suite("clients of submission that are sent away by 421");
test.after(closeReader);
async function listening(options = {}) {
  const smtp = await submissionFixture(options);
  const login = `AUTH PLAIN ${Buffer.from(`\0x\0${smtp.api.key}`).toString("base64")}`;
  const client = (host = "127.0.0.1") => smtpTestClient({ port: smtp.port, host });
  return {
    smtp,
    client,
    async inMail() {
      const one = await client();
      for (const line of ["EHLO c", login, "MAIL FROM:<a@acme.test>", "RCPT TO:<ann@customer.test>", "DATA"])
        await one.say(line);
      return one;
    }
  };
}
test("a stop lets a mail that is being sent end, sends all clients away, and takes no other", async () => {
  const { smtp, client, inMail } = await listening();
  const [idle, busy, hanging] = [await client(), await inMail(), await inMail()];
  const stopped = smtp.close();
  assert.match(
    await busy.say("From: a@acme.test\r\nTo: ann@customer.test\r\n\r\nHello.\r\n."),
    /^250 2\.0\.0 Accepted as /
  );
  assert.is((await client()).first, "", "the port is closed");
  for (const one of [idle, busy, hanging]) {
    assert.match(await one.answer(), /^421 4\.\d\.\d Server shutting down\r\n$/);
    one.socket.destroy();
  }
  await stopped;
  assert.is(
    (await smtp.accepted()).length,
    1,
    "of the mail that was not sent to its end nothing is accepted"
  );
  assert.equal(
    smtp.counted.filter((what) => what.endsWith(" 421")),
    Array(3).fill("postledger_submission_refused_total 421")
  );
});
function hastyClock(lengthMs) {
  const elapsed = [];
  const sleep = (ms, signal) => ms === lengthMs ? new Promise((resolve) => elapsed.push(resolve)) : systemClock.sleep(ms, signal);
  return { clock: { ...systemClock, sleep }, elapse: () => elapsed.map((end) => end()) };
}
var outer = Object.values(networkInterfaces()).flatMap((found) => found ?? []).find(({ family, internal }) => family === "IPv4" && !internal)?.address;
var ONLY_LOOPBACK = "no address but loopback (give the machine a network)";
test("one network has a hundred connections, and this machine has its own; one that ends makes room", async () => {
  if (outer === void 0) return skipped(ONLY_LOOPBACK);
  const { smtp, client } = await listening({ host: "0.0.0.0" });
  const all = await Promise.all(Array.from({ length: 100 }, () => client(outer)));
  assert.ok(all.every(({ first }) => first.startsWith("220 ")));
  const more = await client(outer);
  assert.is(more.first, "421 4.7.0 Too many connections from you\r\n");
  const own = await client();
  assert.match(own.first, /^220 /);
  all[0]?.socket.destroy();
  let next = more;
  for (let tries = 0; tries < 100 && !next.first.startsWith("220 "); tries++) next = await client(outer);
  assert.match(next.first, /^220 /);
  for (const { socket } of [...all, own, more, next]) socket.destroy();
  await smtp.close();
});
test("who shows no key within 30 s is sent away; who has shown one stays", async () => {
  const { clock, elapse } = hastyClock(3e4);
  const { smtp, client, inMail } = await listening({ clock });
  const busy = await inMail();
  const idle = await client();
  await idle.say("EHLO c");
  elapse();
  assert.is(await idle.answer(), "421 4.7.0 No key in time\r\n");
  assert.match(await busy.say("From: a@acme.test\r\nTo: ann@customer.test\r\n\r\nHello.\r\n."), /^250 /);
  for (const { socket } of [busy, idle]) socket.destroy();
  await smtp.close();
});
test("many sockets of one network at the same moment keep no other away", async () => {
  if (outer === void 0) return skipped(ONLY_LOOPBACK);
  const { smtp, client } = await listening({ host: "0.0.0.0" });
  const own = await Promise.all(Array.from({ length: 850 }, () => client()));
  const burst = Array.from({ length: 160 }, () => connect(smtp.port, outer).on("error", () => {
  }));
  const other = await client();
  assert.match(other.first, /^220 /);
  assert.is(smtp.counted.filter((what) => what.endsWith("refused_total 421")).length, 60);
  const open = () => smtp.counted.findLast((what) => what.startsWith("postledger_submission_connections = "));
  assert.is(open()?.split(" = ")[1], String(850 + 100 + 1), "those that are refused are none");
  for (const socket of [...burst, ...[...own, other].map(({ socket: socket2 }) => socket2)]) socket.destroy();
  await eventually("all have gone", () => open()?.endsWith(" = 0") === true);
  await smtp.close();
});
test.run();
//# sourceMappingURL=sentAway.test.js.map
