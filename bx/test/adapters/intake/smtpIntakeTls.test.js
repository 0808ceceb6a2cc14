// test/adapters/intake/smtpIntakeTls.test.ts
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { createTransport } from "nodemailer";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { certificateFiles } from "../../../src/adapters/intake/certificateFiles.js";
import { smtpIntake } from "../../../src/adapters/intake/smtpIntake.js";
import { intakeChecks } from "../../../src/cli/doctor/intakeChecks.js";
import { readSettings, SettingsInvalid } from "../../../src/config.js";
import { openMailIntake } from "../../../src/main/intake.js";
import { selfSigned } from "../../support/certificate.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("STARTTLS at the bounce intake");
var MAIL = { envelope: { from: "a@a.test", to: "b@b.test" }, raw: "Subject: x\r\n\r\nx" };
async function intakeOver({ offersTls = true } = {}) {
  const folder = temporaryFolder();
  const paths = { cert: join(folder.path, "cert.pem"), key: join(folder.path, "key.pem") };
  const write = ({ cert, key }) => {
    writeFileSync(paths.cert, cert);
    writeFileSync(paths.key, key);
  };
  const first = selfSigned(["localhost"]);
  write(first);
  const clock = manualClock();
  const taken = [];
  const said = [];
  const stop = new AbortController();
  const log = {
    ...quietLog,
    info: (_fields, message) => said.push(message),
    error: (_fields, message) => said.push(message)
  };
  let running = Promise.resolve();
  const port = await new Promise((onListening) => {
    const certificate = offersTls ? certificateFiles(paths) : null;
    const intake = smtpIntake({
      host: "127.0.0.1",
      port: 0,
      name: "b.test",
      relays: ["127.0.0.1"],
      certificate,
      clock,
      log,
      onListening
    });
    const take = async (mail) => {
      taken.push(mail);
      return "taken";
    };
    running = intake.receive({ accepts: () => "yes", take }, stop.signal);
  });
  return {
    ...{ paths, write, first, clock, taken, said, port },
    /** Looks at the files, as happens by itself every 30 seconds. */
    look: () => clock.advance(3e4),
    send: (ca, localAddress = "127.0.0.1") => createTransport({
      host: "127.0.0.1",
      port,
      localAddress,
      requireTLS: true,
      tls: { ca, servername: "localhost" }
    }).sendMail(MAIL),
    async close() {
      stop.abort();
      await running;
      folder.remove();
    }
  };
}
test("mail comes encrypted, by the certificate of the files", async () => {
  const intake = await intakeOver();
  await intake.send(intake.first.cert);
  assert.is(intake.taken.length, 1);
  assert.match(await failureOf(intake.send(selfSigned(["localhost"]).cert)), "certificate");
  await intake.close();
});
test("an encrypted connection that ends, or never comes about, makes room for the next of its address", async () => {
  const intake = await intakeOver();
  for (let n = 0; n < 11; n++) {
    await intake.send(intake.first.cert, "127.0.0.2");
    assert.match(
      await failureOf(intake.send(selfSigned(["localhost"]).cert, "127.0.0.2")),
      "certificate",
      "it broke off"
    );
  }
  assert.is(intake.taken.length, 11);
  await intake.close();
});
test("without files it is not offered, and a client that asks for it is refused", async () => {
  const intake = await intakeOver({ offersTls: false });
  const replies = await spoken(intake.port, ["EHLO c.test", "STARTTLS"]);
  assert.not.match(replies, /STARTTLS\r\n/);
  assert.match(replies, /\r\n50[02] /);
  await createTransport({ host: "127.0.0.1", port: intake.port }).sendMail(MAIL);
  assert.is(intake.taken.length, 1);
  await intake.close();
});
test("a client that does not ask for it is served as it is", async () => {
  const intake = await intakeOver();
  await createTransport({ host: "127.0.0.1", port: intake.port, ignoreTLS: true }).sendMail(MAIL);
  assert.is(intake.taken.length, 1);
  await intake.close();
});
test("a renewed certificate is used for the next client; an incomplete or missing one changes nothing and is logged once", async () => {
  const intake = await intakeOver();
  const next = selfSigned(["localhost"]);
  writeFileSync(intake.paths.cert, next.cert);
  await intake.look();
  await intake.look();
  await intake.send(intake.first.cert);
  assert.is(intake.said.filter((words) => words.includes("cannot be renewed")).length, 1);
  writeFileSync(intake.paths.key, next.key);
  await intake.look();
  await intake.send(next.cert);
  assert.match(await failureOf(intake.send(intake.first.cert)), "certificate");
  assert.is(intake.said.filter((words) => words.includes("renewed certificate")).length, 1);
  await intake.close();
});
test("plain text after STARTTLS is no command of the encrypted session (RFC 3207, section 6)", async () => {
  const intake = await intakeOver();
  const socket = connect({ host: "127.0.0.1", port: intake.port });
  await replied(socket, /^220 /m);
  socket.write("EHLO c.test\r\n");
  await replied(socket, /^250 /m);
  socket.write("STARTTLS\r\nMAIL FROM:<evil@evil.test>\r\nRCPT TO:<b@b.test>\r\n");
  await replied(socket, /^220 /m);
  const secure = connectTls({ socket, ca: intake.first.cert, servername: "localhost" });
  await new Promise((resolve) => secure.once("secureConnect", resolve));
  secure.write("DATA\r\n");
  assert.match(
    await replied(secure, /\r\n$/),
    /^503 /,
    "no sender, no recipient, not even a greeting is kept"
  );
  secure.destroy();
  await intake.close();
});
test("a failed handshake affects no other client", async () => {
  const intake = await intakeOver();
  for (const bytes of ["\0\0", "EHLO again\r\n", ""]) {
    const socket = connect({ host: "127.0.0.1", port: intake.port });
    await replied(socket, /^220 /m);
    socket.write("EHLO c.test\r\nSTARTTLS\r\n");
    await replied(socket, /\r\n220 |^220 /m);
    socket.on("error", () => {
    });
    socket.end(Buffer.from(bytes, "latin1"));
  }
  await intake.send(intake.first.cert);
  assert.is(intake.taken.length, 1);
  await intake.close();
});
test("settings that cannot be used are said at the start, and nothing of a key is", async () => {
  const folder = temporaryFolder();
  const at = (name, text) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const one = selfSigned();
  const [cert, key, other] = [at("c", one.cert), at("k", one.key), at("o", selfSigned().key)];
  const opened = (env) => openMailIntake(readSettings({ POSTLEDGER_BOUNCE_PORT: "0", ...env }), {
    clock: manualClock(),
    log: quietLog
  });
  assert.ok(opened({ POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: key }));
  for (const env of [
    { POSTLEDGER_BOUNCE_TLS_CERT: cert },
    { POSTLEDGER_BOUNCE_TLS_KEY: key },
    { POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: other },
    { POSTLEDGER_BOUNCE_TLS_CERT: cert, POSTLEDGER_BOUNCE_TLS_KEY: join(folder.path, "missing") }
  ])
    assert.throws(
      () => opened(env),
      (error) => error instanceof SettingsInvalid && error.message.includes("POSTLEDGER_BOUNCE_TLS_") && !error.message.includes("PRIVATE")
    );
  assert.is(
    opened({ POSTLEDGER_ROLES: "api", POSTLEDGER_BOUNCE_TLS_CERT: cert }),
    null,
    "it does not listen"
  );
  folder.remove();
});
test("doctor reports until when it is valid", async () => {
  const folder = temporaryFolder();
  const { cert, key } = selfSigned(["localhost"], { toMs: Date.parse("2026-03-01T00:00:00Z") });
  const env = {
    POSTLEDGER_BOUNCE_PORT: "0",
    POSTLEDGER_BOUNCE_TLS_CERT: join(folder.path, "c"),
    POSTLEDGER_BOUNCE_TLS_KEY: join(folder.path, "k")
  };
  writeFileSync(env.POSTLEDGER_BOUNCE_TLS_CERT, cert);
  writeFileSync(env.POSTLEDGER_BOUNCE_TLS_KEY, key);
  const found = (at) => intakeChecks(readSettings(env), Date.parse(at))[0]?.run();
  assert.match((await found("2026-01-01T00:00:00Z"))?.says ?? "", "2026-03-01T00:00:00.000Z");
  assert.is((await found("2026-01-01T00:00:00Z"))?.ok, true);
  assert.is((await found("2026-02-27T00:00:00Z"))?.ok, false);
  assert.equal(intakeChecks(readSettings({}), 0), []);
  folder.remove();
});
var failureOf = (sending) => sending.then(
  () => "nothing failed",
  (error) => String(error)
);
async function spoken(port, lines) {
  const socket = connect({ host: "127.0.0.1", port });
  let all = await replied(socket, /^220 /m);
  for (const line of lines) {
    socket.write(`${line}\r
`);
    all += await replied(socket, /^\d{3} .*\r\n$/m);
  }
  socket.destroy();
  return all;
}
function replied(socket, what) {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (bytes) => {
      text += bytes.toString("latin1");
      if (!what.test(text)) return;
      socket.off("data", onData).off("close", onClose);
      resolve(text);
    };
    const onClose = () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`));
    socket.on("data", onData).once("close", onClose);
  });
}
test.run();
//# sourceMappingURL=smtpIntakeTls.test.js.map
