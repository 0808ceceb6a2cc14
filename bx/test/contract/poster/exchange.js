// test/contract/poster/exchange.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hostileReceiver } from "../../support/hostileReceiver.js";
import { httpsReceiver } from "../../support/httpsReceiver.js";
import { allClosed, asking, LONG_MS, loopback, nobody, reasonOf } from "./asking.js";
function exchangeContract(name, open) {
  const test = suite(name);
  const { postTo } = asking(open);
  test("posts the body byte for byte with its headers", async () => {
    const receiver = await httpsReceiver({ answer: () => ({ status: 204 }) });
    const body = '{"name":"Zo\xEB \u{1F389}"}';
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const url = `${receiver.url}?a=b%20c`;
    const headers = { "content-type": "application/json", "webhook-id": "one" };
    assert.equal(await poster.post({ url, headers, body, timeoutMs: LONG_MS }), {
      outcome: "answered",
      status: 204,
      body: ""
    });
    const got = await receiver.next();
    assert.is(got.body, body);
    assert.is(got.path, "/webhooks?a=b%20c");
    assert.is(got.headers["webhook-id"], "one");
    assert.is(got.headers["content-length"], String(Buffer.byteLength(body)));
    await poster.close();
    await receiver.close();
  });
  test("keeps a connection for the next post, and gets over one that was closed meanwhile", async () => {
    const receiver = await httpsReceiver();
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    for (let n = 0; n < 20; n++) assert.is(reasonOf(await post()), "answered 200");
    assert.is(receiver.connections, 1);
    await poster.close();
    await receiver.close();
  });
  test("several endpoints at one origin, each with eight at once, keep their connections from one round to the next", async () => {
    const receiver = await httpsReceiver();
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    const round = () => Promise.all(Array.from({ length: 24 }, post));
    for (let n = 0; n < 5; n++)
      for (const outcome of await round()) assert.is(reasonOf(outcome), "answered 200");
    assert.ok(receiver.connections <= 24, `${receiver.connections} handshakes for 120 posts`);
    await poster.close();
    await receiver.close();
  });
  test("a kept connection that dies under the request is no failed attempt", async () => {
    const ok2 = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    const receiver = await hostileReceiver((socket, connection) => {
      socket.write(ok2);
      socket.on("data", () => connection === 1 ? socket.destroy() : socket.write(ok2));
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const post = () => poster.post({ url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS });
    assert.is(reasonOf(await post()), "answered 200");
    assert.is(reasonOf(await post()), "answered 200");
    await poster.close();
    await receiver.close();
  });
  test("a redirect is an answer and is not followed", async () => {
    const inner = await httpsReceiver();
    const receiver = await httpsReceiver({
      answer: () => ({ status: 302, headers: { location: inner.url } })
    });
    assert.is(reasonOf(await postTo(receiver, { timeoutMs: LONG_MS })), "answered 302");
    assert.is(inner.received.length, 0);
    await receiver.close();
    await inner.close();
  });
  test("the signal and the end of the service abort what is under way", async () => {
    const receiver = await hostileReceiver(() => {
    });
    const poster = open({ resolver: nobody, addressAllowed: loopback, ca: [receiver.ca] });
    const request = { url: receiver.url, headers: {}, body: "{}", timeoutMs: LONG_MS };
    const stop = new AbortController();
    const first = poster.post(request, stop.signal);
    const second = poster.post(request);
    setTimeout(() => stop.abort(), 50);
    assert.is(reasonOf(await first), "aborted");
    await poster.close();
    assert.is(reasonOf(await second), "aborted");
    await allClosed(receiver);
    await receiver.close();
  });
  test.run();
}
export {
  exchangeContract
};
//# sourceMappingURL=exchange.js.map
