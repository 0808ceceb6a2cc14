// test/contract/poster/guard.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { selfSigned } from "../../support/certificate.js";
import { hostileReceiver, rawReceiver } from "../../support/hostileReceiver.js";
import { httpsReceiver } from "../../support/httpsReceiver.js";
import { asking, LONG_MS, reasonOf } from "./asking.js";
function guardContract(name, open) {
  const test = suite(name);
  const { postTo, outcomeAgainst } = asking(open);
  test("certificates are verified, whatever the environment says", async () => {
    const past = { fromMs: Date.now() - 9e8, toMs: Date.now() - 1e8 };
    const wrongs = [selfSigned(["other.test", "127.0.0.2"]), selfSigned(["127.0.0.1"], past)];
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      for (const certificate of wrongs) {
        const receiver = await hostileReceiver(
          (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"),
          certificate
        );
        assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "tls");
      }
      const unknown = await hostileReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
      assert.is(
        reasonOf(await outcomeAgainst({ ...unknown, ca: selfSigned().cert }, { timeoutMs: LONG_MS })),
        "tls"
      );
    } finally {
      if (before === void 0) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });
  for (const maxVersion of ["TLSv1.2", "TLSv1.3"])
    test(`a receiver that demands a certificate of us is tls (${maxVersion})`, async () => {
      const demanding = { ...selfSigned(), requestCert: true, rejectUnauthorized: true, maxVersion };
      const receiver = await hostileReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"), demanding);
      assert.is(reasonOf(await outcomeAgainst(receiver, { timeoutMs: LONG_MS })), "tls");
    });
  test("refused addresses are never spoken to: literals in every spelling, and names", async () => {
    const receiver = await rawReceiver(() => assert.unreachable("the receiver was spoken to"));
    const { port } = new URL(receiver.url);
    const none = () => false;
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "127.1."
    ]) {
      const outcome = await postTo(receiver, { addressAllowed: none, url: `https://${host}:${port}/` });
      assert.is(reasonOf(outcome), "address_refused", host);
    }
    const resolver = { resolve: async () => ["93.184.215.14", "127.0.0.1"] };
    const mixed = (address) => address !== "127.0.0.1";
    const url = `https://mixed.test:${port}/`;
    assert.is(reasonOf(await postTo(receiver, { resolver, addressAllowed: mixed, url })), "address_refused");
    await receiver.close();
  });
  test("the connection goes to the address that was checked, though the name means another by then", async () => {
    const certificate = selfSigned(["rebind.test"]);
    const receiver = await httpsReceiver({ certificate });
    let asked = 0;
    const resolver = { resolve: async () => ++asked === 1 ? ["127.0.0.1"] : ["127.0.0.9"] };
    const url = receiver.url.replace("127.0.0.1", "rebind.test");
    assert.is(reasonOf(await postTo(receiver, { resolver, url, timeoutMs: LONG_MS })), "answered 200");
    assert.is(asked, 1);
    assert.is((await receiver.next()).headers.host, new URL(url).host);
    await receiver.close();
  });
  test("a second address is tried when the first refuses", async () => {
    const receiver = await httpsReceiver({ certificate: selfSigned(["two.test"]) });
    const resolver = { resolve: async () => ["127.0.0.2", "127.0.0.1"] };
    const url = receiver.url.replace("127.0.0.1", "two.test");
    const addressAllowed = (address) => address.startsWith("127.");
    assert.is(
      reasonOf(await postTo(receiver, { resolver, addressAllowed, url, timeoutMs: LONG_MS })),
      "answered 200"
    );
    await receiver.close();
  });
  test("a name that does not resolve is dns, one that hangs is a timeout", async () => {
    const receiver = { url: "https://gone.test/", ca: selfSigned().cert };
    assert.is(reasonOf(await postTo(receiver)), "dns");
    const failing = { resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) };
    assert.equal(await postTo(receiver, { resolver: failing }), {
      outcome: "failed",
      reason: "dns",
      detail: "ENOTFOUND"
    });
    const hanging = { resolve: () => new Promise(() => {
    }) };
    assert.is(reasonOf(await postTo(receiver, { resolver: hanging, timeoutMs: 50 })), "timeout");
  });
  test("http is never spoken", async () => {
    const receiver = { url: "http://127.0.0.1:1/", ca: selfSigned().cert };
    assert.is(reasonOf(await postTo(receiver)), "protocol");
  });
  test.run();
}
export {
  guardContract
};
//# sourceMappingURL=guard.js.map
