// test/api/public/tracking.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { deliveryToken } from "../../../src/commands/email/deliveryToken.js";
import { decideLinks } from "../../../src/commands/email/revokedLinks.js";
import { email } from "../../../src/events/email.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { daysBetween } from "../../../src/projections/dailyAnalytics.js";
import { apiFixture } from "../../support/apiFixture.js";
var test = suite("tracking");
var READER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
test.before.each(async (context) => {
  const api = await apiFixture();
  const body = {
    from: "a@acme.test",
    to: ["ann@customer.test", "bob@customer.test"],
    subject: "s",
    html: "<p>"
  };
  const { body: receipt } = await api.call("POST", "/v1/emails", { body, idempotencyKey: "e" });
  Object.assign(context, { api, emailId: String(receipt.id) });
});
test.after.each(({ api }) => api.close());
var token = ({ context }, use, emailId, recipient, extra = "") => deliveryToken(context.tokens, use, { emailId, recipient }, extra);
var asks = (api, url, headers = {}, method = "GET") => api.call(method, url, { key: null, headers: { "user-agent": READER, ...headers } });
var history = async ({ store }, emailId) => (await email.read(store, emailId)).slice(1).map(({ type, data }) => {
  const { recipient, url, automated, repeated } = data;
  return [type, recipient, url, automated && "automated", repeated && "repeated"].filter(Boolean).join(" ");
});
async function figures({ models, workspace }) {
  const [day] = await daysBetween(models.dailyAnalytics, workspace, "2026-01-01", "2026-01-02", 1);
  return { opened: day?.opened, clicked: day?.clicked };
}
test("a click is recorded and leads on, a picture is recorded and is one", async ({ api, emailId }) => {
  const target = "https://x.co/\xFC?a=1&b=%20#z";
  const click = await asks(api, `/c/${token(api, "click", emailId, 1, target)}`);
  assert.is(click.status, 302);
  assert.is(click.headers.location, "https://x.co/%C3%BC?a=1&b=%20#z");
  const open = await asks(api, `/o/${token(api, "open", emailId, 0)}`);
  assert.is(open.status, 200);
  assert.is(open.headers["content-type"], "image/gif");
  for (const { headers } of [click, open]) {
    assert.is(headers["cache-control"], "no-store");
    assert.is(headers["referrer-policy"], "no-referrer");
    assert.is(headers["set-cookie"], void 0);
  }
  assert.equal(await history(api, emailId), [
    `Clicked bob@customer.test ${target}`,
    "Opened ann@customer.test"
  ]);
});
test("figures count recipients: once each, and no program", async ({ api, emailId }) => {
  const [first, second] = [token(api, "open", emailId, 0), token(api, "open", emailId, 1)];
  await asks(api, `/o/${first}`, { "sec-purpose": "prefetch" });
  assert.equal(await figures(api), { opened: 0, clicked: 0 });
  await asks(api, `/o/${first}`);
  await asks(api, `/o/${first}`);
  api.clock.pass(6e4);
  await asks(api, `/o/${first}`);
  await asks(api, `/o/${second}`);
  await asks(api, `/c/${token(api, "click", emailId, 1, "https://x.co")}`);
  await asks(api, `/c/${token(api, "click", emailId, 1, "https://y.co")}`);
  assert.equal(await figures(api), { opened: 2, clicked: 1 });
  assert.equal(await history(api, emailId), [
    "Opened ann@customer.test automated",
    "Opened ann@customer.test",
    "Opened ann@customer.test repeated",
    "Opened bob@customer.test",
    "Clicked bob@customer.test https://x.co",
    "Clicked bob@customer.test https://y.co repeated"
  ]);
});
test("programs are recorded as what they are", async ({ api, emailId }) => {
  const url = `/c/${token(api, "click", emailId, 0, "https://x.co")}`;
  const programs = [
    { "user-agent": "" },
    { "user-agent": "Mozilla/5.0" },
    { "user-agent": "curl/8.5.0" },
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "user-agent": "BarracudaCentral" },
    { "user-agent": `${READER} HeadlessChrome/140` },
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "x-moz": "prefetch" }
  ];
  for (const headers of programs) {
    api.clock.pass(11e3);
    assert.is((await asks(api, url, headers)).status, 302);
  }
  api.clock.pass(11e3);
  assert.is((await asks(api, url, {}, "HEAD")).headers.location, "https://x.co/");
  const people = [
    READER,
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    "Mozilla/5.0 (Linux; Android 9; CUBOT X18 Plus) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
  ];
  for (const agent of people) {
    api.clock.pass(11e3);
    await asks(api, url, { "user-agent": agent });
  }
  const events = (await email.read(api.store, emailId)).slice(1);
  assert.equal(
    events.map(({ data: { automatedBy, agent } }) => automatedBy ? `${automatedBy}: ${agent}` : agent),
    [
      ...["agent: none", "agent: privacy proxy", "agent: library", "agent: crawler", "agent: crawler"],
      ...["agent: scanner", "agent: crawler", "prefetch: browser", "prefetch: browser", "prefetch: browser"],
      ...["method: browser", "browser", "picture proxy", "browser", "browser"]
    ]
  );
  const lines = await history(api, emailId);
  assert.is(lines.filter((line) => line.endsWith(" automated")).length, programs.length + 1);
  assert.is(lines.filter((line) => !line.endsWith(" automated")).length, people.length);
  assert.equal(await figures(api), { opened: 0, clicked: 1 });
});
test("no token leads elsewhere than where it was signed to", async ({ api, emailId }) => {
  const good = token(api, "click", emailId, 0, "https://x.co/path");
  for (let at = 0; at < good.length; at++) {
    const forged = `${good.slice(0, at)}${good[at] === "A" ? "B" : "A"}${good.slice(at + 1)}`;
    const answer = await asks(api, `/c/${forged}`);
    assert.is(answer.status, 404, forged);
    assert.is(answer.headers.location, void 0);
  }
  for (const url of [
    `/c/${good.slice(0, -1)}`,
    `/c/${good}=`,
    `/c/${token(api, "open", emailId, 0, "https://x.co")}`,
    `/c/${token(api, "click", emailId, 0)}`,
    `/o/${token(api, "click", emailId, 0)}`,
    "/o/x",
    `/o/${"A".repeat(8e3)}`
  ])
    assert.is((await asks(api, url)).status, 404, url);
  assert.equal(await history(api, emailId), []);
});
test("a link of 2,000 bytes works, parameters that others add do no harm", async ({ api, emailId }) => {
  const target = `https://x.co/${"\xFC".repeat(993)}`;
  const answer = await asks(api, `/c/${token(api, "click", emailId, 0, target)}?utm_source=x&fbclid=y`);
  assert.is(answer.status, 302);
  assert.is(answer.headers.location, new URL(target).href);
});
test("an hour of asking adds no more than the bound", async ({ api, emailId }) => {
  const url = `/o/${token(api, "open", emailId, 0)}`;
  for (let n = 0; n < 510; n++) {
    api.clock.pass(11e3);
    assert.is((await asks(api, url)).status, 200);
  }
  assert.is((await history(api, emailId)).length, 500);
});
test("the reader gets on when the log cannot be written, and when it does not answer", async ({
  api,
  emailId
}) => {
  const url = `/c/${token(api, "click", emailId, 0, "https://x.co")}`;
  const failing = { ...api.store, append: () => Promise.reject(new EventStoreUnavailable("no")) };
  const silent = { ...api.store, readStream: () => new Promise(() => {
  }) };
  for (const store of [failing, silent]) {
    const broken = await apiFixture({
      clock: api.clock,
      context: { ...api.context, ledger: { ...api.ledger, store } }
    });
    const answer = asks(broken, url);
    if (store === silent) await api.clock.asleep().then(() => api.clock.advance(2e3));
    assert.is((await answer).headers.location, "https://x.co/");
    await broken.close();
  }
});
test("a revoked link leads to a page that says so, in the language of the reader, and no click is recorded", async ({
  api,
  emailId
}) => {
  const other = String(
    (await api.call("POST", "/v1/emails", {
      body: { from: "a@acme.test", to: "cid@customer.test", subject: "s", html: "<p>" },
      idempotencyKey: "other"
    })).body.id
  );
  const origin = { workspace: api.workspace, actor: "operator", correlation: "c", causation: null };
  const decide = (command) => decideLinks(api.ledger, origin, command);
  const status = async (id, target) => (await asks(api, `/c/${token(api, "click", id, 0, target)}`)).status;
  const all = { emailId: null, url: null, reason: "x" };
  await decide({ ...all, do: "revoke", url: "https://bad.test" });
  assert.is(await status(emailId, "https://bad.test/login?a"), 410);
  assert.is(await status(emailId, "https://bad.test.example/login"), 302);
  await decide({ ...all, do: "revoke", emailId });
  assert.is(await status(emailId, "https://good.test"), 410);
  assert.is(await status(other, "https://good.test"), 302);
  await decide({ ...all, do: "restore", emailId });
  assert.is(await status(emailId, "https://good.test"), 302);
  await decide({ ...all, do: "revoke" });
  assert.is(await status(other, "https://good.test"), 410);
  const page = await asks(api, `/c/${token(api, "click", other, 0, "https://good.test")}`, {
    "accept-language": "de"
  });
  assert.match(page.text, "Dieser Link ist abgeschaltet.");
  assert.is(page.headers.location, void 0);
  assert.equal(await history(api, other), ["Clicked cid@customer.test https://good.test"]);
  assert.is((await asks(api, `/o/${token(api, "open", other, 0)}`)).status, 200);
});
test("a token of a message that the log does not know leads on, and nothing is recorded", async ({ api }) => {
  const url = `/c/${token(api, "click", api.ledger.ids.uuid(), 0, "https://x.co")}`;
  const before = api.store.log.length;
  assert.is((await asks(api, url)).status, 302);
  assert.is(api.store.log.length, before);
});
test.run();
//# sourceMappingURL=tracking.test.js.map
