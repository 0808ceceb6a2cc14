// test/contract/poster/answers.ts
import { gzipSync } from "node:zlib";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver } from "../../support/hostileReceiver.js";
import { asking, every, LONG_MS, reasonOf, SHORT_MS } from "./asking.js";
var LATEST_MS = 2 * LONG_MS;
var OK = "HTTP/1.1 200 OK\r\n";
var says = (text) => (socket) => socket.write(text, "latin1");
var ends = (text) => (socket) => socket.end(text, "latin1");
function flood(head, chunk) {
  return (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) ;
    };
    socket.write(head);
    socket.on("drain", more);
    more();
  };
}
function drips(text) {
  return (socket) => {
    let at = 0;
    const stop = every(1, () => {
      if (at < text.length) socket.write(text.charAt(at++), "latin1");
    });
    socket.once("close", stop);
  };
}
var MIB = "x".repeat(1 << 20);
var ANSWERS = {
  "a body of 10 GB that comes": ["answered 200", flood(`${OK}content-length: 10737418240\r
\r
`, MIB)],
  "a body of 10 GB that is only said": ["answered 200", says(`${OK}content-length: 10737418240\r
\r
`)],
  "a length beyond all numbers": ["protocol", says(`${OK}content-length: ${"9".repeat(30)}\r
\r
`)],
  "a body without a length that does not end": ["answered 500", flood("HTTP/1.1 500 No\r\n\r\n", MIB)],
  "a bomb of gzip": [
    "answered 200",
    (socket) => {
      const bomb = gzipSync(Buffer.alloc(64 << 20));
      socket.write(`${OK}content-encoding: gzip\r
content-length: ${bomb.length}\r
\r
`);
      socket.write(bomb);
    }
  ],
  "a redirect to itself": [
    "answered 302",
    says("HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n")
  ],
  "a head that drips and ends": ["answered 204", drips("HTTP/1.1 204 No Content\r\nx: y\r\n\r\n")],
  "a body in chunks that drips and ends": [
    "answered 200",
    drips(`${OK}transfer-encoding: chunked\r
\r
1\r
a\r
0\r
\r
`)
  ],
  "fields of 16 KB less what else there is": [
    "answered 200",
    says(`${OK}x: ${"y".repeat(16e3)}\r
content-length: 0\r
\r
`)
  ],
  "fields of 100 KB in one": ["protocol", says(`${OK}x: ${"y".repeat(1e5)}\r
\r
`)],
  "HTTP/1.0": ["answered 200", ends("HTTP/1.0 200 OK\r\n\r\nyes")],
  "no phrase": ["answered 200", says("HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n")],
  "a body behind 204": ["answered 204", says("HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nyes")],
  "a status above 599": ["answered 999", says("HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n")],
  "a status of two digits": ["protocol", says("HTTP/1.1 99 Odd\r\ncontent-length: 0\r\n\r\n")],
  "a status of four digits": ["protocol", says("HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n")],
  "a negative status": ["protocol", says("HTTP/1.1 -200 OK\r\n\r\n")],
  "another protocol": ["protocol", says("HTP/1.1 200 OK\r\n\r\n")],
  "a version that there is not": ["protocol", says("HTTP/9.9 200 OK\r\n\r\n")],
  "a request for an answer": ["protocol", says("GET / HTTP/1.1\r\nhost: x\r\n\r\n")],
  "nothing but zeros": ["protocol", says("\0".repeat(100))],
  "a field without a colon": ["protocol", says(`${OK}nonsense\r
\r
`)],
  "a field with a NUL": ["protocol", says(`${OK}x: a\0b\r
\r
`)],
  "a field whose name holds a space": ["protocol", says(`${OK}content length: 0\r
\r
`)],
  "a length that is no number": ["protocol", says(`${OK}content-length: three\r
\r
`)],
  "a negative length": ["protocol", says(`${OK}content-length: -1\r
\r
`)],
  "two lengths that agree in one field": ["protocol", says(`${OK}content-length: 3, 3\r
\r
yes`)],
  "length and chunks at once, the other way round": [
    "protocol",
    says(`${OK}transfer-encoding: chunked\r
content-length: 3\r
\r
0\r
\r
`)
  ],
  "a chunk whose size is no number": [
    "answered 200",
    says(`${OK}transfer-encoding: chunked\r
\r
zz\r
yes`)
  ],
  "a chunk of more than all memory": [
    "answered 200",
    says(`${OK}transfer-encoding: chunked\r
\r
fffffffffffffffff\r
yes`)
  ],
  "an answer and an end in the middle of its body": [
    "answered 500",
    ends("HTTP/1.1 500 No\r\ncontent-length: 9\r\n\r\nno")
  ],
  "an answer and a reset": [
    "answered 200",
    (socket) => {
      socket.write(`${OK}content-length: 9\r
\r
yes`);
      setTimeout(() => socket.destroy(), 20);
    }
  ],
  "a field that drips for ever": ["timeout", drips(`${OK}x: ${"y".repeat(1e4)}`)]
};
function answersContract(name, open) {
  const test = suite(name);
  const { outcomeAgainst } = asking(open);
  for (const [what, [outcome, behave]] of Object.entries(ANSWERS))
    test(`${what}: ${outcome}`, async () => {
      const receiver = await hostileReceiver(behave);
      const timeoutMs = outcome === "timeout" ? SHORT_MS : LONG_MS;
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, LATEST_MS, "too late");
      });
      const met = outcomeAgainst(receiver, { timeoutMs }).then(reasonOf);
      assert.is(await Promise.race([met, late]), outcome);
      clearTimeout(timer);
    });
  test.run();
}
export {
  answersContract
};
//# sourceMappingURL=answers.js.map
