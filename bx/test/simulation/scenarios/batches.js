// test/simulation/scenarios/batches.ts
import { client, SECOND_MS, scenarioPlan, send, times } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var SIZE = 12;
var WRONG = 10;
var HALF_A_CHARACTER = "Half a character: \uD83D";
var element = (key, at) => ({
  from: "Sender <news@shop.test>",
  to: [`${key}.${at}@mail.test`],
  subject: `Message ${at} of ${key}`,
  text: "Hello."
});
var batch = (atMs, key, path, body) => ({ of: "client", do: "call", client: "shop", atMs, key, method: "POST", path, body });
var strict = (atMs, key) => batch(
  atMs,
  key,
  "/v1/emails/batch",
  times(SIZE, (at) => element(key, at))
);
var rule = {
  name: "a strict batch is accepted as a whole, a permissive one but for its wrong elements",
  check({ journals }) {
    return journals.clients.flatMap(({ call, key, status, answer, atMs }) => {
      if (!call.endsWith("/batch") || status === null || status >= 500) return [];
      const { data = [], errors = [] } = answer;
      const isPermissive = call === "POST /emails/batch";
      const refused = errors.map(({ index }) => index).join();
      const isWell = isPermissive ? refused === String(WRONG) && data.length === SIZE - 1 : refused === "" && data.length === SIZE;
      if (isWell) return [];
      const what = `the batch ${key} was answered ${status} with ${data.length} ids, and refused were: ${refused}`;
      return [{ rule: this.name, what, atMs, about: [key ?? ""] }];
    });
  }
};
var batches = {
  name: "batches that a crash leaves half done",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 90 * SECOND_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "fast" }],
    plannedEvents: [
      ...times(3, (at) => strict((5 + 20 * at) * SECOND_MS, `strict-${at + 1}`)),
      ...times(3, (at) => ({
        ...{ of: "process", do: "kill", process: "process 1", upon: "append", againAfterMs: 500 },
        atMs: (5 + 20 * at) * SECOND_MS - 1
      })),
      {
        ...batch(70 * SECOND_MS, "permissive", "/emails/batch", [
          ...times(
            SIZE,
            (at) => at === WRONG ? { ...element("wrong", at), subject: HALF_A_CHARACTER } : element("right", at)
          )
        ]),
        headers: { "x-batch-validation": "permissive" }
      },
      { ...send(shop, 75 * SECOND_MS, "look-alike"), to: ["delivered@example.com.mail.test"] }
    ]
  }),
  rule
};
export {
  batches
};
//# sourceMappingURL=batches.js.map
