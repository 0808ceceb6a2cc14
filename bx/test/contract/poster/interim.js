// test/contract/poster/interim.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver } from "../../support/hostileReceiver.js";
import { asking, every, LONG_MS, reasonOf, SHORT_MS } from "./asking.js";
var OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
var HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
function interimContract(name, open) {
  const test = suite(name);
  const { outcomeAgainst } = asking(open);
  for (const [what, interim] of [
    ["100 Continue unasked", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["several, of several kinds", `HTTP/1.1 100 Continue\r
\r
${HINTS}HTTP/1.1 102 Processing\r
\r
`],
    ["a hundred", HINTS.repeat(100)],
    ["one of HTTP/1.0 without a phrase", "HTTP/1.0 199\r\n\r\n"],
    ["one whose fields look like an answer", "HTTP/1.1 103 \r\nx: HTTP/1.1 500 No\r\n\r\n"]
  ]) {
    test(`${what} before the answer`, async () => {
      const receiver = await hostileReceiver((socket) => socket.write(interim + OK));
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "answered 200");
    });
  }
  test("they are read over byte by byte too, and a body that looks like them is a body", async () => {
    const body = "HTTP/1.1 100 Continue\r\n\r\n";
    const answer = `HTTP/1.1 404 No\r
content-length: ${body.length}\r
\r
${body}`;
    const receiver = await hostileReceiver((socket) => {
      socket.setNoDelay(true);
      for (const byte of `HTTP/1.1 100 Continue\r
\r
${HINTS}${answer}`) socket.write(byte);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "answered 404");
  });
  test("102 again and again, and the answer within the time", async () => {
    const receiver = await hostileReceiver((socket) => {
      let sent = 0;
      const stop = every(5, () => {
        sent += 1;
        if (sent <= 40) socket.write("HTTP/1.1 102 Processing\r\n\r\n");
        else socket.write(OK);
      });
      socket.once("close", stop);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "answered 200");
  });
  test("a flood of them without an answer lasts until the time is over", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.once(
        "close",
        every(1, () => socket.write(HINTS.repeat(20)))
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: SHORT_MS })), "timeout");
  });
  test("more than a mebibyte of them is refused at once", async () => {
    const receiver = await hostileReceiver((socket) => socket.write(HINTS.repeat(3e4)));
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "protocol");
  });
  for (const [what, head] of [
    ["that ends with bare LF", "HTTP/1.1 100 Continue\n\n"],
    ["with one line that ends with bare LF", "HTTP/1.1 103 Early Hints\r\nlink: </a>\nx: y\r\n\r\n"]
  ])
    test(`one ${what} is refused at once`, async () => {
      const receiver = await hostileReceiver((socket) => socket.write(head + OK));
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "protocol");
    });
  test("one without end is refused, and so is a change of protocol", async () => {
    const endless = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\n");
      for (let n = 0; n < 100; n++) socket.write(`x-${n}: ${"y".repeat(1e3)}\r
`);
    });
    assert.is(reasonOf(await outcomeAgainst(endless, { timeoutMs: LONG_MS })), "protocol");
    const upgrade = await hostileReceiver(
      (socket) => socket.write(`${HINTS}HTTP/1.1 101 Switching Protocols\r
upgrade: x\r
connection: upgrade\r
\r
`)
    );
    assert.is(reasonOf(await outcomeAgainst(upgrade, { timeoutMs: LONG_MS })), "protocol");
  });
  test.run();
}
export {
  interimContract
};
//# sourceMappingURL=interim.js.map
