// test/contract/poster/keepAlive.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver, rawReceiver } from "../../support/hostileReceiver.js";
import { allClosed, LONG_MS, loopback, nobody, reasonOf } from "./asking.js";
var OK = "HTTP/1.1 200 OK\r\n";
var EMPTY = "content-length: 0\r\n";
var WRONG = `HTTP/1.1 418 Wrong\r
${EMPTY}\r
`;
var FIRST = {
  "a second answer in the same breath": (socket) => socket.write(`${OK}${EMPTY}\r
${WRONG}`),
  "a second answer a moment later": (socket) => {
    socket.write(`${OK}${EMPTY}\r
`);
    setTimeout(() => socket.write(WRONG), 30);
  },
  "a body longer than it said": (socket) => socket.write(`${OK}content-length: 3\r
\r
yes${WRONG}`),
  "a body where there is none": (socket) => socket.write(`HTTP/1.1 204 No Content\r
\r
${WRONG}`),
  "more behind the last chunk": (socket) => socket.write(`${OK}transfer-encoding: chunked\r
\r
0\r
\r
${WRONG}`),
  "half an answer behind it": (socket) => socket.write(`${OK}${EMPTY}\r
HTTP/1.1 4`),
  "an informational answer behind it": (socket) => socket.write(`${OK}${EMPTY}\r
HTTP/1.1 103 Early Hints\r
\r
${WRONG}`),
  "connection: close, left open": (socket) => socket.write(`${OK}${EMPTY}connection: close\r
\r
`),
  "connection: close, closed": (socket) => socket.end(`${OK}${EMPTY}connection: close\r
\r
`),
  "keep-alive: timeout=0": (socket) => socket.write(`${OK}${EMPTY}keep-alive: timeout=0\r
\r
`),
  "keep-alive: timeout=nonsense": (socket) => socket.write(`${OK}${EMPTY}keep-alive: timeout=-x\r
\r
`),
  "closed at once": (socket) => socket.end(`${OK}${EMPTY}\r
`),
  "closed a moment later": (socket) => {
    socket.write(`${OK}${EMPTY}\r
`);
    setTimeout(() => socket.end(), 30);
  },
  "reset a moment later": (socket) => {
    socket.write(`${OK}${EMPTY}\r
`);
    setTimeout(() => socket.destroy(), 30);
  },
  "HTTP/1.0 without keep-alive": (socket) => socket.end(`HTTP/1.0 200 OK\r
${EMPTY}\r
`)
};
function keepAliveContract(name, open) {
  const test = suite(name);
  async function posts(behave, betweenMs) {
    const receiver = await hostileReceiver((socket, connection) => {
      behave(socket, connection);
      socket.on("data", () => socket.write(`HTTP/1.1 202 Accepted\r
${EMPTY}\r
`));
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    const outcomes = [reasonOf(await post())];
    if (betweenMs > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs));
    outcomes.push(reasonOf(await post()));
    await poster.close();
    await allClosed(receiver);
    await receiver.close();
    return outcomes;
  }
  for (const [what, first] of Object.entries(FIRST))
    for (const betweenMs of [0, 60])
      test(`${what}, the next ${betweenMs === 0 ? "at once" : "later"}`, async () => {
        const [one = "", two = ""] = await posts((socket, connection) => {
          if (connection === 1) first(socket);
          else socket.write(`HTTP/1.1 202 Accepted\r
${EMPTY}\r
`);
        }, betweenMs);
        assert.match(one, /^answered 20[04]$/);
        assert.is(two, "answered 202");
      });
  const big = JSON.stringify({ text: "x".repeat(9e5) });
  async function postTo(receiver, body, timeoutMs = LONG_MS) {
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const outcome = await poster.post({ url: receiver.url, headers: {}, body, timeoutMs });
    await poster.close();
    await receiver.close();
    return reasonOf(outcome);
  }
  test("an answer that comes before the request was read is the answer", async () => {
    const early = `HTTP/1.1 413 Too Large\r
${EMPTY}connection: close\r
\r
`;
    for (const behave of [
      (socket) => socket.write(early),
      (socket) => socket.pause().write(early)
    ])
      assert.is(await postTo(await hostileReceiver(behave), big), "answered 413");
  });
  test("a receiver that never reads the request is a timeout", async () => {
    const receiver = await hostileReceiver((socket) => void socket.pause());
    assert.is(await postTo(receiver, big, 400), "timeout");
  });
  test("a receiver that speaks HTTP/2 alone is tls, since nothing else was offered", async () => {
    const receiver = await rawReceiver((socket) => {
      socket.once("data", () => socket.end(Buffer.from("15030300020278", "hex")));
    });
    assert.is(await postTo(receiver, "{}"), "tls");
  });
  test("a redirect that does not end is asked once", async () => {
    let requests = 0;
    const receiver = await hostileReceiver((socket) => {
      const answer = () => {
        requests += 1;
        socket.write(`HTTP/1.1 307 Again\r
location: /\r
${EMPTY}\r
`);
      };
      socket.on("data", answer);
      answer();
    });
    assert.equal([await postTo(receiver, "{}"), requests], ["answered 307", 1]);
  });
  test.run();
}
export {
  keepAliveContract
};
//# sourceMappingURL=keepAlive.js.map
