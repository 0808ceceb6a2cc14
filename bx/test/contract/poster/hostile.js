// test/contract/poster/hostile.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver, rawReceiver } from "../../support/hostileReceiver.js";
import { asking, every, LONG_MS, reasonOf, SHORT_MS } from "./asking.js";
var OK = "HTTP/1.1 200 OK\r\n";
function hostileContract(name, open) {
  const test = suite(name);
  const { postTo, outcomeAgainst } = asking(open);
  test("a receiver that never answers is a timeout", async () => {
    assert.is(
      reasonOf(await outcomeAgainst(await hostileReceiver(() => {
      }), { timeoutMs: SHORT_MS })),
      "timeout"
    );
  });
  test("a port that accepts and never speaks TLS is a timeout", async () => {
    assert.is(
      reasonOf(await outcomeAgainst(await rawReceiver(() => {
      }), { timeoutMs: SHORT_MS })),
      "timeout"
    );
  });
  test("headers that drip are a timeout", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      socket.once(
        "close",
        every(20, () => socket.write("x-drip: y\r\n"))
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: SHORT_MS })), "timeout");
  });
  test("a body that drips does not hold the attempt: the status stands and the socket is closed", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 500 Oh\r\ncontent-length: 100000\r\n\r\n");
      socket.once(
        "close",
        every(20, () => socket.write("x"))
      );
    });
    assert.is(reasonOf(await outcomeAgainst(receiver)), "answered 500");
  });
  test("an endless body is not read to its end", async () => {
    let written = 0;
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const chunk = `4000\r
${"x".repeat(16384)}\r
`;
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on("drain", flood);
      flood();
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "answered 200");
    assert.ok(written < 8e6, `${written} bytes were taken`);
  });
  test("headers without end are refused", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      for (let n = 0; n < 100; n++) socket.write(`x-${n}: ${"y".repeat(1e3)}\r
`);
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "protocol");
  });
  const classes = [
    ["a greeting of SSH", "protocol", (socket) => socket.end("SSH-2.0-OpenSSH_9\r\n\r\n")],
    ["HTTP/2 unasked", "protocol", (socket) => socket.write(Buffer.from("000000040000000000", "hex"))],
    ["a status that is no number", "protocol", (socket) => socket.write("HTTP/1.1 2x0 OK\r\n\r\n")],
    [
      "101 unasked",
      "protocol",
      (socket) => socket.write(`HTTP/1.1 101 Go\r
upgrade: x\r
connection: upgrade\r
\r
`)
    ],
    [
      "length and chunks at once",
      "protocol",
      (socket) => socket.write(`${OK}content-length: 3\r
transfer-encoding: chunked\r
\r
`)
    ],
    [
      "two lengths",
      "protocol",
      (socket) => socket.write(`${OK}content-length: 3\r
content-length: 4\r
\r
`)
    ],
    ["closed without a word", "reset", (socket) => socket.end()],
    ["destroyed", "reset", (socket) => socket.destroy()],
    ["closed behind 103", "reset", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n")],
    ["closed within the status line", "reset", (socket) => socket.end("HTTP/1.1 20")],
    ["closed within the fields", "reset", (socket) => socket.end("HTTP/1.1 200 OK\r\nx: ")]
  ];
  for (const [what, reason, behave] of classes)
    test(`an answer that is none: ${what} is ${reason}`, async () => {
      const receiver = await hostileReceiver(behave);
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), reason);
    });
  test("an answer that arrived while our own process stood still is an answer", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
      setImmediate(() => {
        const until = performance.now() + 2 * SHORT_MS;
        while (performance.now() < until) ;
      });
    });
    assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: SHORT_MS })), "answered 200");
  });
  test("before TLS stands: garbage is tls, an end or a reset is reset, a closed port is refused", async () => {
    const garbage = await rawReceiver((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    assert.is(reasonOf(await outcomeAgainst(garbage, { timeoutMs: LONG_MS })), "tls");
    const reset = await rawReceiver((socket) => socket.once("data", () => socket.resetAndDestroy()));
    assert.is(reasonOf(await outcomeAgainst(reset, { timeoutMs: LONG_MS })), "reset");
    const ended = await rawReceiver((socket) => socket.end());
    assert.is(reasonOf(await outcomeAgainst(ended, { timeoutMs: LONG_MS })), "reset");
    const closed = await rawReceiver(() => {
    });
    await closed.close();
    assert.is(reasonOf(await postTo(closed, { timeoutMs: LONG_MS })), "refused");
  });
  test("of several addresses each that refuses makes refused, and one that cannot be reached makes connect", async () => {
    const closed = await rawReceiver(() => {
    });
    await closed.close();
    const url = closed.url.replace("127.0.0.1", "two.test");
    const addressAllowed = () => true;
    const refusing = { resolve: async () => ["127.0.0.1", "127.0.0.2"] };
    assert.is(reasonOf(await postTo(closed, { resolver: refusing, addressAllowed, url })), "refused");
    const unreachable = { resolve: async () => ["127.0.0.1", "255.255.255.255"] };
    assert.is(reasonOf(await postTo(closed, { resolver: unreachable, addressAllowed, url })), "connect");
  });
  test.run();
}
export {
  hostileContract
};
//# sourceMappingURL=hostile.js.map
