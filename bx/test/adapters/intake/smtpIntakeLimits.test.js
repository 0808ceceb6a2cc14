// test/adapters/intake/smtpIntakeLimits.test.ts
import { connect } from "node:net";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { smtpIntake } from "../../../src/adapters/intake/smtpIntake.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
import { smtpTestClient } from "../../support/smtpTestClient.js";
var test = suite("limits of the smtp intake");
async function listening() {
  const clock = manualClock();
  const taken = [];
  const asked = [];
  const logged = [];
  const stop = new AbortController();
  const log = { ...quietLog, error: (_fields, message) => logged.push(message) };
  let running = Promise.resolve();
  const port = await new Promise((onListening) => {
    const options = { host: "127.0.0.1", port: 0, name: "b.test", relays: ["127.0.0.1"], certificate: null };
    const take = async (mail) => {
      taken.push(mail);
      return "taken";
    };
    const accepts = (recipient) => {
      asked.push(recipient);
      return recipient.startsWith("known") ? "yes" : "unknown";
    };
    running = smtpIntake({ ...options, clock, log, onListening }).receive({ accepts, take }, stop.signal);
  });
  const sockets = [];
  return {
    clock,
    taken,
    /** Recipients that it was asked to accept. */
    asked,
    logged,
    /** A client at an address that waits for each answer; resolves with its first answer. */
    async client(localAddress) {
      const client = await smtpTestClient({ port, host: "127.0.0.1", localAddress });
      sockets.push(client.socket);
      return client;
    },
    /** Sockets of one address at the same moment, which say nothing. */
    burst(localAddress, count) {
      for (let n = 0; n < count; n++)
        sockets.push(connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {
        }));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      stop.abort();
      await running;
    }
  };
}
test("one address has ten connections; another has its own, and a relay any number", async () => {
  const intake = await listening();
  const from = async (address, count) => {
    const codes = [];
    for (let n = 0; n < count; n++) codes.push((await intake.client(address)).first.slice(0, 3));
    return codes;
  };
  assert.equal(await from("127.0.0.2", 12), [...Array(10).fill("220"), "421", "421"]);
  assert.equal(await from("127.0.0.3", 1), ["220"]);
  assert.equal(await from("127.0.0.1", 12), Array(12).fill("220"));
  await intake.close();
});
test("all strangers together leave some connections to relays", async () => {
  const intake = await listening();
  const strangers = Array.from(
    { length: 190 },
    (_, at) => intake.client(`127.0.1.${1 + Math.floor(at / 10)}`)
  );
  const said = (await Promise.all(strangers)).map(({ first }) => first.slice(0, 3));
  assert.equal(
    ["220", "421"].map((code) => said.filter((one) => one === code).length),
    [180, 10]
  );
  assert.match((await intake.client("127.0.0.1")).first, /^220 /);
  await intake.close();
});
test("a connection that ends makes room", async () => {
  const intake = await listening();
  const clients = [];
  for (let n = 0; n < 10; n++) clients.push(await intake.client("127.0.0.2"));
  clients[0]?.socket.destroy();
  let code = "";
  for (let tries = 0; code !== "220" && tries < 100; tries++)
    code = (await intake.client("127.0.0.2")).first.slice(0, 3);
  assert.is(code, "220");
  await intake.close();
});
test("many sockets of one address at the same moment keep no other away", async () => {
  const intake = await listening();
  await Promise.all(Array.from({ length: 150 }, () => intake.client("127.0.0.1")));
  intake.burst("127.0.0.2", 60);
  assert.match((await intake.client("127.0.0.3")).first, /^220 /);
  await intake.close();
});
test("a client without a recipient within 30 seconds is sent away, NOOPs or not; one with a recipient stays", async () => {
  const intake = await listening();
  const idle = await intake.client("127.0.0.2");
  const busy = await intake.client("127.0.0.2");
  for (const client of [idle, busy]) {
    await client.say("EHLO x");
    await client.say("MAIL FROM:<>");
  }
  assert.match(await idle.say("RCPT TO:<unknown@b.test>"), /^550/);
  assert.match(await busy.say("RCPT TO:<known@b.test>"), /^250/);
  intake.clock.pass(2e4);
  assert.match(await idle.say("NOOP"), /^250/);
  intake.clock.pass(1e4);
  assert.match(await idle.answer(), /^421/);
  assert.match(await busy.say("NOOP"), /^250/);
  await intake.close();
});
test("a relay passes the address of its client on; anyone else may not", async () => {
  const intake = await listening();
  const bring = async (address) => {
    const client = await intake.client(address);
    await client.say("EHLO x");
    const said = await client.say("XCLIENT ADDR=192.0.2.7");
    for (const line of ["EHLO x", "MAIL FROM:<>", "RCPT TO:<known@b.test>", "DATA"]) await client.say(line);
    assert.match(await client.say("Subject: s\r\n\r\nx\r\n."), /^250/);
    return said.slice(0, 3);
  };
  assert.is(await bring("127.0.0.1"), "220");
  assert.is(await bring("127.0.0.2"), "550");
  assert.equal(
    intake.taken.map(({ remoteAddress }) => remoteAddress),
    ["192.0.2.7", "127.0.0.2"]
  );
  await intake.close();
});
test("a recipient has its domain as the client wrote it, also where that is of other letters", async () => {
  const intake = await listening();
  const client = await intake.client("127.0.0.2");
  const recipients = ["known@xn--mnchen-3ya.de", "known+Tag@xn--strae-oqa.Example", "known@B.test"];
  for (const line of ["EHLO x", "MAIL FROM:<>", ...recipients.map((one) => `RCPT TO:<${one}>`), "DATA"])
    await client.say(line);
  assert.match(await client.say("Subject: s\r\n\r\nx\r\n."), /^250/);
  const asked = ["known@xn--mnchen-3ya.de", "known+Tag@xn--strae-oqa.example", "known@B.test"];
  assert.equal(intake.taken[0]?.recipients, asked);
  assert.equal(intake.asked, asked);
  await intake.close();
});
test("a client that leaves within its mail is no error of the service", async () => {
  const intake = await listening();
  const client = await intake.client("127.0.0.2");
  for (const line of ["EHLO x", "MAIL FROM:<>", "RCPT TO:<known@b.test>", "DATA"]) await client.say(line);
  client.socket.write("Subject: half\r\n", () => client.socket.destroy());
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(intake.logged, []);
  assert.equal(intake.taken, []);
  await intake.close();
});
test.run();
//# sourceMappingURL=smtpIntakeLimits.test.js.map
