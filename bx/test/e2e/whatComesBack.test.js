// test/e2e/whatComesBack.test.ts
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { httpPoster } from "../../src/adapters/http/poster.js";
import { smtpIntake } from "../../src/adapters/intake/smtpIntake.js";
import { deliveryLocalPart } from "../../src/commands/email/deliveryToken.js";
import { readSettings } from "../../src/config.js";
import { firstHookIdOf } from "../../src/events/hooks.js";
import { hookToken } from "../../src/intake/hooks/hookToken.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { amazonSns, sesBounce } from "../intake/hooks/snsMessages.js";
import { dsn } from "../intake/mails.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { client } from "./client.js";
import { eventually } from "./eventually.js";
var firstToken = (tokens, route) => hookToken(tokens, { hookId: firstHookIdOf(route), route });
var test = suite("what comes back");
var DOMAIN = "bounces.a.example";
async function deployed() {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const receiver = await httpsReceiver();
  const sns = amazonSns({ nowMs: Date.now() });
  const settings = readSettings({
    POSTLEDGER_DATA: join(folder.path, "data"),
    POSTLEDGER_PORT: "0",
    POSTLEDGER_LOG_LEVEL: "error",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    POSTLEDGER_BOUNCE_DOMAIN: DOMAIN,
    SMTP_URL: sink.url
  });
  const opened = await openPorts(settings);
  let listening = () => {
  };
  const bouncePort = new Promise((resolve) => {
    listening = resolve;
  });
  const ports = {
    ...opened,
    fetcher: sns.fetcher,
    poster: httpPoster({
      resolver: opened.resolver,
      addressAllowed: opened.addressAllowed,
      ca: [receiver.ca]
    }),
    mailIntake: smtpIntake({
      host: "127.0.0.1",
      port: 0,
      name: DOMAIN,
      relays: ["127.0.0.1"],
      certificate: null,
      clock: opened.clock,
      log: opened.log,
      onListening: listening
    })
  };
  const service = await startService(settings, ports);
  const url = service.url ?? "";
  const transport = createTransport({ host: "127.0.0.1", port: await bouncePort, ignoreTLS: true });
  return {
    sink,
    receiver,
    sns,
    customer: client([url], service.firstKey ?? ""),
    verp: (emailId) => `${deliveryLocalPart(ports.tokens, { emailId, recipient: 0 })}@${DOMAIN}`,
    bring: (to, raw) => transport.sendMail({ envelope: { from: "", to: [to] }, raw }),
    hook: async (route, body) => {
      const answer = await fetch(`${url}/hooks/${route}/${firstToken(ports.tokens, route)}`, {
        method: "POST",
        headers: { "content-type": "text/plain; charset=UTF-8" },
        body: JSON.stringify(body)
      });
      assert.is(answer.status, 200, await answer.text());
    },
    async close() {
      await service.stop();
      await ports.poster.close();
      await receiver.close();
      await sink.close();
      folder.remove();
    }
  };
}
test("a hard bounce as a DSN, by SNS and by a hook: suppressed, counted, and posted with what was said", async () => {
  const deployment = await deployed();
  const { sink, receiver, sns, customer, verp, bring, hook } = deployment;
  try {
    await customer.call("POST", "/v1/webhooks", 201, {
      name: "bounces",
      url: receiver.url,
      events: ["bounced", "delivered"]
    });
    const addresses = ["dsn@b.example", "sns@b.example", "hook@b.example"];
    const ids = [];
    for (const to of addresses) {
      const mail = { from: "me@a.example", to, subject: "Hello", text: "Hi" };
      ids.push((await customer.send(mail, `first ${to}`)).id);
    }
    const [byDsn = "", bySns = "", byHook = ""] = ids;
    await eventually("the relay has all three", () => sink.received.length === 3);
    await bring(
      verp(byDsn),
      dsn({ messageId: "ok@x", action: "delivered", status: "2.0.0", diagnostic: null })
    );
    await bring(verp(byDsn), dsn({ recipient: "dsn@b.example" }));
    await hook("ses", sns.confirmation());
    await hook("ses", sns.notification(sesBounce(verp(bySns), { address: "sns@b.example" })));
    await hook("kumomta", {
      type: "Bounce",
      id: "k1",
      timestamp: 1,
      sender: verp(byHook),
      recipient: "hook@b.example",
      response: {
        code: 550,
        enhanced_code: { class: 5, subject: 1, detail: 1 },
        content: "no such user"
      }
    });
    const posts = await Promise.all([1, 2, 3, 4].map(() => receiver.next()));
    const posted = posts.map(({ body }) => JSON.parse(body));
    assert.equal(
      posted.filter(({ type }) => type === "bounced").map(({ data }) => [data.recipient, data.bounce_type, data.bounce_sub_type, data.diagnostic_code]).sort(),
      [
        [
          "dsn@b.example",
          "Permanent",
          "NoEmail",
          "550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown"
        ],
        ["hook@b.example", "Permanent", "NoEmail", "550 5.1.1 no such user"],
        ["sns@b.example", "Permanent", "NoEmail", "smtp; 550 5.1.1 user unknown"]
      ]
    );
    await eventually("the figures tell of it", async () => {
      const { totals } = await customer.call("GET", "/v1/analytics", 200);
      return [totals.submitted, totals.delivered, totals.bounced].join() === "3,1,3";
    });
    const again = { from: "me@a.example", to: [...addresses, "eve@b.example"], subject: "Again", text: "Hi" };
    await customer.send(again, "second");
    await eventually("the one who is not suppressed has it", () => sink.received.length === 4);
    assert.equal(
      sink.received.slice(3).map(({ recipient }) => recipient),
      ["eve@b.example"]
    );
  } finally {
    await deployment.close();
  }
});
test.run();
//# sourceMappingURL=whatComesBack.test.js.map
