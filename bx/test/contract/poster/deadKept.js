// test/contract/poster/deadKept.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver } from "../../support/hostileReceiver.js";
import { allClosed, LONG_MS, loopback, nobody, reasonOf, SHORT_MS } from "./asking.js";
var OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
var TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n";
var ENDINGS = {
  "closed without a word": (socket) => void socket.end(),
  destroyed: (socket) => void socket.destroy(),
  "closed behind 103": (socket) => void socket.end("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
  "closed within the status line": (socket) => void socket.end("HTTP/1.1 20"),
  "408 and closed": (socket) => void socket.end(`${TIMED_OUT}connection: close\r
\r
`),
  "408 and left open": (socket) => void socket.write(`${TIMED_OUT}\r
`)
};
function deadKeptContract(name, open) {
  const test = suite(name);
  async function twoPosts(behave, secondMs = LONG_MS) {
    let connections = 0;
    let requests = 0;
    const receiver = await hostileReceiver((socket, connection) => {
      connections += 1;
      requests += 1;
      if (connection === 1) socket.write(OK);
      else behave(socket, connection);
      socket.on("data", () => {
        requests += 1;
        behave(socket, connection);
      });
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = (timeoutMs) => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs });
    const outcomes = [reasonOf(await post(LONG_MS)), reasonOf(await post(secondMs))];
    await poster.close();
    await allClosed(receiver);
    await receiver.close();
    return { outcomes, connections, requests };
  }
  for (const [ending, end] of Object.entries(ENDINGS)) {
    test(`kept and ${ending}: answered on a fresh connection`, async () => {
      const met = await twoPosts((socket, connection) => {
        if (connection === 1) end(socket);
        else socket.write(OK);
      });
      assert.equal(met, { outcomes: ["answered 200", "answered 200"], connections: 2, requests: 3 });
    });
    test(`kept and ${ending}, fresh too: it goes out no third time`, async () => {
      const { outcomes, connections, requests } = await twoPosts(end);
      assert.is(outcomes[1]?.startsWith("answered 2"), false);
      assert.equal({ connections, requests }, { connections: 2, requests: 3 });
    });
  }
  test("a kept connection that stays silent takes the time of the attempt, and there is no other", async () => {
    const met = await twoPosts(() => {
    }, SHORT_MS);
    assert.equal(met, { outcomes: ["answered 200", "timeout"], connections: 1, requests: 2 });
  });
  test("408 on a fresh connection is the answer", async () => {
    const receiver = await hostileReceiver((socket) => socket.end(`${TIMED_OUT}\r
`));
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const outcome = await poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    assert.is(reasonOf(outcome), "answered 408");
    await poster.close();
    await receiver.close();
  });
  test.run();
}
export {
  deadKeptContract
};
//# sourceMappingURL=deadKept.js.map
