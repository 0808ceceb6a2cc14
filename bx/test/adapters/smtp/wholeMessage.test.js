// test/adapters/smtp/wholeMessage.test.ts
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openSession } from "../../../src/adapters/smtp/openSession.js";
import { wholeMessage } from "../../../src/adapters/smtp/wholeMessage.js";
import { smtpSink } from "./smtpServer.js";
var test = suite("whole message");
var sha256 = (raw) => createHash("sha256").update(raw).digest("hex");
var envelope = (raw) => ({
  from: "me@a.example",
  to: "you@b.example",
  sizeBytes: raw.length,
  dsn: { envid: "1", orcpt: "you@b.example", notify: ["FAILURE"] }
});
async function watchedSession(port) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const writes = [];
  const write = socket.write.bind(socket);
  Object.assign(socket, {
    write(chunk) {
      writes.push(chunk.toString("latin1"));
      return write(chunk);
    }
  });
  const session = await openSession({
    host: "127.0.0.1",
    port,
    socket,
    implicitTls: false,
    startTls: "ignored",
    tls: {},
    login: null,
    connectMs: 5e3,
    silenceMs: 5e3
  });
  return { session, writes };
}
test("a message and the dot that ends it are one write, byte for byte, one message after the other", async () => {
  const sink = await smtpSink();
  const { session, writes } = await watchedSession(sink.port);
  const raw = Buffer.from("Subject: hi\r\n\r\n.dot first\r\n..two\r\nlast\r\n");
  for (const _ of [1, 2]) {
    writes.splice(0);
    const message = wholeMessage(raw, () => {
    });
    assert.is(message.sha256(), null, "nothing was handed over");
    await session.send(envelope(raw), message);
    assert.is(message.sha256(), sha256(raw), "without the dots that were doubled");
    const behindData = writes.slice(writes.indexOf("DATA\r\n") + 1);
    assert.equal(behindData, ["Subject: hi\r\n\r\n..dot first\r\n...two\r\nlast\r\n.\r\n"]);
  }
  assert.ok(sink.mails.every((mail) => mail.raw.equals(raw)));
  assert.is(sink.mails.length, 2);
  session.destroy();
  await sink.close();
});
test("a message that a socket does not take at once arrives whole, and so does the next one", async () => {
  const sink = await smtpSink();
  const { session } = await watchedSession(sink.port);
  for (const lines of [500, 6e4]) {
    const raw = Buffer.from(`Subject: hi\r
\r
${".a line that begins with a dot\r\n".repeat(lines)}`);
    const message = wholeMessage(raw, () => {
    });
    await session.send(envelope(raw), message);
    assert.is(message.sha256(), sha256(raw));
    assert.ok(sink.mails.at(-1)?.raw.equals(raw));
  }
  session.destroy();
  await sink.close();
});
test("a message that is asked for too late is not handed over", async () => {
  const sink = await smtpSink();
  const { session, writes } = await watchedSession(sink.port);
  const raw = Buffer.from("Subject: hi\r\n\r\nlast\r\n");
  const late = wholeMessage(raw, () => {
    throw new Error("too late");
  });
  const failure = await session.send(envelope(raw), late).catch((error) => error);
  assert.match(String(failure), "too late");
  assert.is(writes.at(-1), "DATA\r\n");
  assert.is(late.sha256(), null);
  session.destroy();
  await sink.close();
  assert.is(sink.mails.length, 0);
});
test.run();
//# sourceMappingURL=wholeMessage.test.js.map
