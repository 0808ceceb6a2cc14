// test/e2e/history.ts
import { simpleParser } from "mailparser";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { isVerified } from "../support/httpsReceiver.js";
import { client } from "./client.js";
import { eventually } from "./eventually.js";
var CONTACTS = 300;
var CALLERS = 1e3;
async function history(name, deploy) {
  const deployment = await deploy();
  const test = suite(name);
  let secret = "";
  let scheduledFor = "";
  const verified = () => deployment.receiver.received.filter((one) => isVerified(one, secret, one.receivedAtMs)).map(({ body }) => JSON.parse(body));
  const kindsOf = (emailId) => [
    ...new Map(
      verified().filter(({ data }) => data.email_id === emailId).map(({ id, type }) => [id, type])
    ).values()
  ];
  const api = client(deployment.urls, deployment.key);
  test.after(() => deployment.close());
  test("a webhook endpoint, whose secret is shown once", async () => {
    const body = { name: "all", url: deployment.receiver.url, events: ["*"] };
    const created = await api.call("POST", "/v1/webhooks", 201, body);
    secret = created.secret;
    let listed = [];
    await eventually("it is listed", async () => {
      listed = (await api.call("GET", "/v1/webhooks", 200)).data;
      return listed.length === 1;
    });
    assert.not.ok("secret" in (listed[0] ?? {}));
  });
  test("a message for a minute from now is taken, which the tests between then and now need anyway", async () => {
    scheduledFor = new Date(Date.now() + 6e4).toISOString();
    const to = "later@receiver.test";
    const body = { from: "a@sender.test", to, subject: "s", text: "t", scheduled_for: scheduledFor };
    assert.is((await api.send(body, "scheduled")).status, "scheduled");
  });
  test("a live message: sent over SMTP as it was given, reported by a signed webhook", async () => {
    const attachment = Buffer.from([0, 1, 2, 255, 254]);
    const { id } = await api.send(
      {
        from: "Zo\xEB <zoe@sender.test>",
        to: "person@receiver.test",
        subject: "Gr\xFC\xDFe \u2014 \u2713",
        text: "plain \u2713\n.\nend",
        html: "<p>rich \u2713</p>",
        attachments: [
          { filename: "bytes.bin", type: "application/octet-stream", content: attachment.toString("base64") }
        ]
      },
      "live-1"
    );
    await eventually("the message is reported", () => kindsOf(id).includes("submitted"));
    const mail = deployment.sink.received.find(({ recipient }) => recipient === "person@receiver.test");
    const parsed = await simpleParser(mail?.raw ?? "");
    assert.is(parsed.subject, "Gr\xFC\xDFe \u2014 \u2713");
    assert.is(parsed.from?.value[0]?.name, "Zo\xEB");
    assert.is(parsed.text?.replaceAll("\r\n", "\n").trimEnd(), "plain \u2713\n.\nend");
    assert.match(String(parsed.html), /^<p>rich ✓<\/p><img src=/);
    assert.equal(parsed.attachments[0]?.content, attachment);
  });
  test("a recipient clicks, then unsubscribes by one click: both are reported, no more mail comes", async () => {
    const to = "reader@receiver.test";
    const message = { from: "zoe@sender.test", to, subject: "s", html: '<a href="https://x.test/a">a</a>' };
    const { id } = await api.send({ ...message, message_stream: "broadcast" }, "reader-1");
    await eventually("it is reported", () => kindsOf(id).includes("submitted"));
    const { raw } = deployment.sink.received.find(({ recipient }) => recipient === to) ?? {
      raw: Buffer.of()
    };
    const [click = ""] = /\/c\/[\w-]+/.exec(String((await simpleParser(raw)).html)) ?? [];
    const [, leave = ""] = /\r\nList-Unsubscribe: <http:\/\/[^/]+(\/u\/[\w-]+)>\r\n/.exec(raw.toString()) ?? [];
    assert.match(raw.toString(), "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    const ask = (path, init) => fetch(`${deployment.urls[0]}${path}`, init);
    const browser = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    };
    const followed = await ask(click, { redirect: "manual", headers: browser });
    assert.equal([followed.status, followed.headers.get("location")], [302, "https://x.test/a"]);
    assert.is((await ask(click, { redirect: "manual", method: "HEAD" })).status, 302);
    const left = await ask(leave, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click"
    });
    assert.is(left.status, 200);
    await left.text();
    await eventually("both are reported", () => kindsOf(id).length === 3);
    assert.equal(kindsOf(id).sort(), ["clicked", "submitted", "unsubscribed"]);
    const clicked = verified().find(({ type, data }) => type === "clicked" && data.email_id === id);
    assert.is(clicked?.data.url, "https://x.test/a");
    let tries = 0;
    await eventually("the address is suppressed", async () => {
      const again = await api.send(message, `reader-again-${tries++}`);
      return again.suppressed_recipients.includes(to);
    });
  });
  const sandbox = [
    ["transactional", ["email.submitted", "email.delivered"]],
    ["bounce", ["email.submitted", "email.bounced"]],
    ["transient", ["email.submitted", "email.bounced"]],
    ["ooto", ["email.submitted", "email.bounced"]],
    ["click", ["email.submitted", "email.delivered", "email.clicked"]],
    ["complaint", ["email.submitted", "email.delivered", "email.complained"]],
    ["unsubscribe", ["email.submitted", "email.delivered", "email.unsubscribed"]]
  ];
  test("the seven sandbox addresses report what they stand for", async () => {
    const sent = await Promise.all(
      sandbox.map(async ([local, kinds]) => {
        const body = {
          from: "a@sender.test",
          to: `${local}+history@example.com`,
          subject: local,
          text: local
        };
        return { local, kinds, id: (await api.send(body, `sandbox-${local}`)).id };
      })
    );
    for (const { local, kinds, id } of sent) {
      await eventually(`${local} is reported`, () => kindsOf(id).length >= kinds.length);
      assert.equal(kindsOf(id).sort(), [...kinds].sort(), local);
    }
  });
  test("who bounced or complained is suppressed; others are not", async () => {
    const to = ["bounce", "complaint", "transient", "unsubscribe"].map(
      (local) => `${local}+history@example.com`
    );
    const body = { from: "a@sender.test", to, subject: "s", text: "t" };
    let round = 0;
    await eventually("the suppressions are there", async () => {
      const { suppressed_recipients } = await api.send(body, `suppressed-${round++}`);
      return suppressed_recipients.length === 2;
    });
    const receipt = await api.send(body, "suppressed-last");
    assert.equal(receipt.suppressed_recipients, [
      "bounce+history@example.com",
      "complaint+history@example.com"
    ]);
    assert.is(receipt.credits_consumed, 2);
  });
  test(`${CALLERS} concurrent calls with one key: one message, one charge, identical answers`, async () => {
    const body = { from: "a@sender.test", to: "once@receiver.test", subject: "s", text: "t" };
    const answers = /* @__PURE__ */ new Set();
    const before = Number(await balance(deployment));
    await Promise.all(
      Array.from(
        { length: CALLERS },
        async () => answers.add(JSON.stringify(await api.send(body, "one-key")))
      )
    );
    assert.is(answers.size, 1);
    await eventually(
      "it is sent",
      () => deployment.sink.received.some(({ recipient }) => recipient === "once@receiver.test")
    );
    assert.is(
      deployment.sink.received.filter(({ recipient }) => recipient === "once@receiver.test").length,
      1
    );
    await eventually("it is charged", async () => Number(await balance(deployment)) === before - 1);
  });
  test("a template: revised, sent by its friendly name; a missing variable is told afterwards", async () => {
    const created = await api.call("POST", "/v1/templates", 201, {
      friendly_name: "welcome",
      name: "Welcome",
      subject: "Hello {{ name }}",
      html: "<p>{{ name }}</p>"
    });
    const revised = await api.call("PATCH", `/v1/templates/${created.id}`, 200, {
      text: "Hello {{ name }}!"
    });
    assert.is(revised.revision, 2);
    const base = { from: "a@sender.test", template_friendly_name: "welcome" };
    await api.send({ ...base, to: "ann@receiver.test", variables: { name: "<Ann>" } }, "template-1");
    await eventually(
      "the rendered message is sent",
      () => deployment.sink.received.some(({ recipient }) => recipient === "ann@receiver.test")
    );
    const mail = deployment.sink.received.find(({ recipient }) => recipient === "ann@receiver.test");
    const parsed = await simpleParser(mail?.raw ?? "");
    assert.is(parsed.subject, "Hello <Ann>");
    assert.match(String(parsed.html), "<p>&lt;Ann&gt;</p>");
    const { id } = await api.send({ ...base, to: "bob@receiver.test" }, "template-2");
    await eventually("the failure is told", () => kindsOf(id).includes("rendering_failed"));
  });
  test(`a campaign to ${CONTACTS} contacts: one message to each who is subscribed and not suppressed`, async () => {
    const contacts = [];
    for (let from = 0; from < CONTACTS; from += 25) {
      const some = Array.from({ length: 25 }, (_, at) => from + at);
      const saved = await Promise.all(
        some.map(
          (n) => api.call("POST", "/v1/contacts", 200, {
            email: n === 7 ? "bounce+history@example.com" : `contact${n}@receiver.test`,
            first_name: `N${n}`,
            subscribed: n % 10 !== 0
          })
        )
      );
      contacts.push(...saved.map(({ id: id2 }) => id2));
    }
    const audience = await api.call("POST", "/v1/audiences", 201, {
      name: "everyone",
      contact_ids: contacts
    });
    assert.is(audience.contact_count, CONTACTS);
    const template = await api.call("POST", "/v1/templates", 201, {
      friendly_name: "news",
      name: "News",
      subject: "News for {{ first_name }}",
      text: "Dear {{ first_name }}"
    });
    const { id } = await api.call("POST", "/v1/campaigns", 202, {
      name: "first",
      audience_id: audience.id,
      template_id: template.id,
      from: "news@sender.test"
    });
    const expected = CONTACTS - CONTACTS / 10 - 1;
    const campaign = async () => (await api.call("GET", "/v1/campaigns", 200)).data.find((one) => one.id === id);
    const victim = deployment.workers[0];
    if (victim !== void 0) {
      await eventually("the run has begun", async () => ((await campaign())?.accepted ?? 0) > 0);
      await victim.kill();
    }
    await eventually("the run is over", async () => (await campaign())?.status === "completed");
    const { accepted, skipped } = await campaign() ?? {};
    assert.equal({ accepted, skipped }, { accepted: expected, skipped: CONTACTS - expected });
    const news = () => deployment.sink.received.filter(({ recipient }) => recipient.startsWith("contact"));
    const claimed = victim === void 0 ? 0 : 64;
    await eventually("the messages are sent", () => news().length >= expected - claimed);
    const addresses = news().map(({ recipient }) => recipient);
    assert.is(new Set(addresses).size, addresses.length, "nobody is written to twice");
  });
  test("an SMS from an approved template", async () => {
    await deployment.cli("sms-templates", "approve", "--name", "code", "--body", "Your code is {{ code }}");
    const body = {
      from: "+15550001111",
      to: "+15550002222",
      template: "code",
      variables: { code: "1234" },
      consent_basis: "transactional"
    };
    const receipt = await api.call("POST", "/v1/sms", 202, body, {
      "idempotency-key": "sms-1"
    });
    assert.is(receipt.segments, 1);
    await eventually("it is reported", () => verified().some(({ type }) => type === "sms.sent"));
    const message = await api.call("GET", `/v1/sms/${receipt.id}`, 200);
    assert.is(message.status, "sent");
  });
  test("a scheduled message has waited for its time", async () => {
    const arrived = () => deployment.sink.received.some(({ recipient }) => recipient === "later@receiver.test");
    if (arrived()) assert.ok(Date.now() >= Date.parse(scheduledFor));
    await eventually("it is sent", arrived);
    assert.ok(Date.now() >= Date.parse(scheduledFor));
  });
  test("the daily figures add up", async () => {
    const { totals, data } = await api.call("GET", "/v1/analytics", 200);
    for (const [figure, total] of Object.entries(totals)) {
      assert.is(
        data.reduce((sum, row) => sum + (row[figure] ?? 0), 0),
        total,
        figure
      );
    }
    assert.ok((totals.accepted ?? 0) > CONTACTS / 2);
  });
  test("a revoked key is soon refused everywhere", async () => {
    const made = JSON.parse(
      await deployment.cli("keys", "create", "--scopes", "webhook:manage", "--json")
    );
    await eventually(
      "the key works",
      async () => await api.status("GET", "/v1/webhooks", made.key) === 200
    );
    assert.is(await api.status("GET", "/v1/contacts", made.key), 403);
    await deployment.cli("keys", "revoke", made.id);
    await eventually("it is refused", async () => {
      const answers = deployment.urls.map(() => api.status("GET", "/v1/webhooks", made.key));
      return (await Promise.all(answers)).every((status) => status === 401);
    });
  });
  test("the read models equal a fold of the whole log", async () => {
    await eventually(
      "verified",
      () => deployment.cli("projections", "verify").then(
        () => true,
        () => false
      ),
      6e4
    );
  });
  test.run();
}
async function balance(deployment) {
  const answer = JSON.parse(await deployment.cli("credits", "balance", "--json"));
  return String(answer.balance ?? answer.credits);
}
export {
  history
};
//# sourceMappingURL=history.js.map
