// test/conformance/webhookFields.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import { BadAt, tryFieldTable } from "../support/fieldTable.js";
import { fixture, idOf } from "./fixture.js";
var cases = 0;
var fields = suite("conformance: webhook fields");
fields.before(async (context) => {
  Object.assign(context, await fixture());
});
fields.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of webhook fields`);
});
var s = (length, character = "a") => character.repeat(length);
var webhookRows = [
  { field: "name", good: ["x", "ab", s(99), s(100), s(100, "\u{1F600}")], bad: ["", s(101), 1, [], {}, true] },
  {
    field: "url",
    good: [
      "https://hooks.test",
      "https://hooks.test:444/a?b=c#d",
      "https://93.184.215.14/",
      "HTTPS://HOOKS.TEST/"
    ],
    bad: ["", "x", "/in", "hooks.test", "http://hooks.test/", "ftp://hooks.test/", "https://", 1, [], {}].concat(["https://u@hooks.test/", "https://10.0.0.1/", "https://inner.test/", "https://[::1]/"]).concat(["https://127.1/", "https://2130706433/", " https://hooks.test/\n\nx"])
  },
  {
    field: "events",
    good: [["*"], ["a"], [s(99)], [s(100)], Array(49).fill("a"), Array(50).fill("a"), ["not known"]],
    bad: [[], Array(51).fill("a"), "delivered", {}, 1].concat([new BadAt([""], "/events/0"), new BadAt(["a", s(101)], "/events/1")]).concat([new BadAt([null], "/events/0"), new BadAt(["*", 1, []], "/events/2")])
  }
];
fields("the fields of a new webhook endpoint", async ({ api }) => {
  cases += await tryFieldTable({
    body: () => ({ name: "x", url: "https://hooks.test/", events: ["*"] }),
    rows: webhookRows,
    send: async (body) => {
      const answer = await api.call("POST", "/v1/webhooks", { body: JSON.stringify(body) });
      if (answer.status === 201) await api.call("DELETE", `/v1/webhooks/${idOf(answer)}`);
      return answer;
    },
    status: 201,
    stored: () => api.store.log.length
  });
});
fields("the fields of a change of a webhook endpoint", async ({ api, own }) => {
  const status = {
    field: "status",
    good: ["ACTIVE", "DISABLED"],
    bad: ["", "active", "DELETED", 1, true, []]
  };
  cases += await tryFieldTable({
    body: () => ({ name: "x" }),
    rows: [...webhookRows, status].map((row) => ({ ...row, optional: true })),
    send: (body) => api.call("PATCH", `/v1/webhooks/${own.webhook}`, { body: JSON.stringify(body) }),
    status: 200,
    stored: () => api.store.log.length
  });
});
fields.run();
//# sourceMappingURL=webhookFields.test.js.map
