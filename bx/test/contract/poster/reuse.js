// test/contract/poster/reuse.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { selfSigned } from "../../support/certificate.js";
import { httpsReceiver } from "../../support/httpsReceiver.js";
import { manualClock } from "../../support/manualClock.js";
import { LONG_MS, loopback, reasonOf } from "./asking.js";
function reuseContract(name, open) {
  const test = suite(name);
  async function behindName(addressAllowed = loopback) {
    const receiver = await httpsReceiver({ certificate: selfSigned(["moving.test"]) });
    const clock = manualClock();
    const names = { addresses: ["127.0.0.1"], asked: 0 };
    const resolver = {
      resolve: async () => {
        names.asked += 1;
        return names.addresses;
      }
    };
    const poster = open({
      ...{ resolver, addressAllowed, ca: [receiver.ca], monotonicMs: clock.monotonicMs }
    });
    const url = receiver.url.replace("127.0.0.1", "moving.test");
    const post = async () => reasonOf(await poster.post({ url, headers: {}, body: "{}", timeoutMs: LONG_MS }));
    const close = async () => {
      await poster.close();
      await receiver.close();
    };
    return { receiver, clock, names, post, close };
  }
  test("a name that turned to a refused address is posted to no more, though its connection is kept", async () => {
    const { receiver, clock, names, post, close } = await behindName();
    assert.is(await post(), "answered 200");
    names.addresses = ["10.0.0.1"];
    clock.pass(3e4);
    for (let n = 0; n < 15; n++) assert.is(await post(), "address_refused");
    names.addresses = ["127.0.0.1", "10.0.0.1"];
    clock.pass(3e4);
    assert.is(await post(), "address_refused");
    assert.is(receiver.received.length, 1);
    await close();
  });
  test("a name that moved is followed, and the connection to where it was is not used again", async () => {
    const { receiver, clock, names, post, close } = await behindName((address) => address.startsWith("127."));
    assert.is(await post(), "answered 200");
    names.addresses = ["127.0.0.9"];
    clock.pass(3e4);
    for (let n = 0; n < 3; n++) assert.is.not(await post(), "answered 200");
    assert.is(receiver.received.length, 1);
    await close();
  });
  test("what a name means is kept for 30 s and asked again after it, on kept connections too", async () => {
    const { receiver, clock, names, post, close } = await behindName((address) => address.startsWith("127."));
    await Promise.all([post(), post(), post()]);
    assert.is(names.asked, 1);
    clock.pass(29999);
    await post();
    assert.is(names.asked, 1);
    names.addresses = ["127.0.0.2", "127.0.0.1"];
    clock.pass(1);
    const before = receiver.connections;
    assert.is(await post(), "answered 200");
    assert.is(names.asked, 2);
    assert.is(receiver.connections, before);
    await close();
  });
  test("the guard is asked at every post, about every address", async () => {
    let lifted = true;
    const { receiver, post, close } = await behindName(() => lifted);
    assert.is(await post(), "answered 200");
    lifted = false;
    assert.is(await post(), "address_refused");
    assert.is(receiver.received.length, 1);
    await close();
  });
  test("a connection is used for a minute at most", async () => {
    const { receiver, clock, post, close } = await behindName();
    for (const ms of [0, 3e3, 56999]) {
      clock.pass(ms);
      assert.is(await post(), "answered 200");
    }
    assert.is(receiver.connections, 1);
    clock.pass(1);
    assert.is(await post(), "answered 200");
    assert.is(receiver.connections, 2);
    await close();
  });
  test.run();
}
export {
  reuseContract
};
//# sourceMappingURL=reuse.js.map
