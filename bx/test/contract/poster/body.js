// test/contract/poster/body.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver } from "../../support/hostileReceiver.js";
import { httpsReceiver } from "../../support/httpsReceiver.js";
import { asking, every, LONG_MS, loopback, nobody, reasonOf } from "./asking.js";
function bodyContract(name, open) {
  const test = suite(name);
  const { postTo, outcomeAgainst } = asking(open);
  async function toldOf(body) {
    const receiver = await hostileReceiver((socket) => {
      socket.write(`HTTP/1.1 500 Oh\r
content-length: ${Buffer.byteLength(body)}\r
\r
`);
      socket.write(body);
    });
    const outcome = await outcomeAgainst(receiver, { timeoutMs: LONG_MS });
    return outcome.outcome === "answered" ? outcome.body : outcome.reason;
  }
  test("a body of 2 KB is told whole, of a longer one the first 2 KB", async () => {
    assert.is(await toldOf(""), "");
    assert.is(await toldOf('{"error":"no such table"}'), '{"error":"no such table"}');
    assert.is(await toldOf("x".repeat(2048)), "x".repeat(2048));
    assert.is(await toldOf(`${"x".repeat(2048)}y`), "x".repeat(2048));
    assert.is(await toldOf("x".repeat(1e5)), "x".repeat(2048));
  });
  test("no character is cut in two, and bytes that are no text are replaced", async () => {
    assert.is(await toldOf(`${"x".repeat(2047)}\xE9`), "x".repeat(2047));
    assert.is(await toldOf(Buffer.from([97, 255, 98])), "a\uFFFDb");
  });
  test("of a body that drips what came is told", async () => {
    const receiver = await hostileReceiver((socket) => {
      socket.write("HTTP/1.1 500 Oh\r\ncontent-length: 100000\r\n\r\nsorry");
      socket.once(
        "close",
        every(20, () => socket.write(" "))
      );
    });
    const outcome = await outcomeAgainst(receiver);
    assert.is(outcome.outcome === "answered" ? outcome.body.trim() : outcome.reason, "sorry");
  });
  test("a body that is cut off, and one without a length, are told as far as they came", async () => {
    for (const head of ["content-length: 100", "connection: close"]) {
      const receiver = await hostileReceiver(
        (socket) => socket.end(`HTTP/1.1 500 Oh\r
${head}\r
\r
sorry`)
      );
      const outcome = await outcomeAgainst(receiver, { timeoutMs: LONG_MS });
      assert.equal(outcome, { outcome: "answered", status: 500, body: "sorry" });
    }
  });
  test("a compressed body is never unpacked", async () => {
    const receiver = await httpsReceiver({
      answer: () => ({ status: 200, headers: { "content-encoding": "gzip" }, body: "no gzip at all" })
    });
    assert.equal(await postTo(receiver, { timeoutMs: LONG_MS }), {
      ...{ outcome: "answered", status: 200, body: "no gzip at all" }
    });
    await receiver.close();
  });
  test("a connection is used again after a body of 20 KB and given up after a longer one", async () => {
    let size = 20480;
    const receiver = await httpsReceiver({ answer: () => ({ status: 200, body: "x".repeat(size) }) });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    await post();
    await post();
    assert.is(receiver.connections, 1);
    size = 20481;
    assert.is(reasonOf(await post()), "answered 200");
    await post();
    assert.is(receiver.connections, 2);
    await poster.close();
    await receiver.close();
  });
  test.run();
}
export {
  bodyContract
};
//# sourceMappingURL=body.js.map
