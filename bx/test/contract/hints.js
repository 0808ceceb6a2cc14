// test/contract/hints.ts
import { randomUUID } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
function hintsContract(name, factory) {
  const test = suite(name);
  let opened;
  let hints;
  test.before(async () => {
    opened = await factory();
    hints = opened.subject;
  });
  test.after(() => opened.destroy());
  const untilHeard = async (publish, heard) => {
    for (let tries = 0; !heard() && tries < 6e3; tries++) {
      publish();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(heard(), "the message was never heard");
  };
  test("a message is heard by every subscriber of its channel, and by no other", async () => {
    const [channel, other] = [randomUUID(), randomUUID()];
    const [one, two, three] = [[], [], []];
    const ends = [
      hints.subscribe(channel, (message) => one?.push(message)),
      hints.subscribe(channel, (message) => two?.push(message)),
      hints.subscribe(other, (message) => three?.push(message))
    ];
    const text = "key revoked: Zo\xEB \u{1D4B3}";
    await untilHeard(
      () => hints.publish(channel, text),
      () => (one?.length ?? 0) > 0 && (two?.length ?? 0) > 0
    );
    assert.is(one?.[0], text);
    assert.is(two?.[0], text);
    assert.equal(three, []);
    for (const end of ends) end();
  });
  test("an ended subscription hears nothing, the others go on", async () => {
    const channel = randomUUID();
    const [ended, going] = [[], []];
    const end = hints.subscribe(channel, (message) => ended?.push(message));
    const endGoing = hints.subscribe(channel, (message) => going?.push(message));
    end();
    end();
    await untilHeard(
      () => hints.publish(channel, "x"),
      () => (going?.length ?? 0) > 0
    );
    assert.equal(ended, []);
    endGoing();
  });
  test("a handler that throws harms nobody", async () => {
    const channel = randomUUID();
    const heard = [];
    const ends = [
      hints.subscribe(channel, () => {
        throw new Error("on purpose");
      }),
      hints.subscribe(channel, (message) => heard.push(message))
    ];
    await untilHeard(
      () => hints.publish(channel, "x"),
      () => heard.length > 0
    );
    for (const end of ends) end();
  });
  test("publishing where nobody listens is no fault", () => {
    hints.publish(randomUUID(), "x");
  });
  test("another client hears it", async () => {
    if (opened.second === void 0) return;
    const other = await opened.second();
    const channel = randomUUID();
    const heard = [];
    const end = other.subscribe(channel, (message) => heard.push(message));
    await untilHeard(
      () => hints.publish(channel, "from afar"),
      () => heard.length > 0
    );
    assert.is(heard[0], "from afar");
    end();
  });
  test.run();
}
export {
  hintsContract
};
//# sourceMappingURL=hints.js.map
