// test/main/routeReport.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { smtpSink } from "../adapters/smtp/smtpServer.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("the report of the mail route");
test("/readyz, the metrics and the log report a relay that is down, once, and that it is back", async () => {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  await sink.close();
  const service = await startServiceProcess({
    env: { POSTLEDGER_DATA: folder.path, SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
  });
  const ready = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return { code: answer.status, body: await answer.json() };
  };
  const untilState = async (state) => {
    for (; ; ) {
      const { code, body } = await ready();
      assert.is(code, 200, "requests are answered all the while");
      if (body.mail?.state === state) return body.mail;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  assert.is((await untilState("open")).route, "relay");
  const sent = await fetch(`${service.url}/v1/emails`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      "content-type": "application/json",
      "idempotency-key": "one"
    },
    body: JSON.stringify({ from: "me@a.test", to: "you@b.test", subject: "hi", text: "text" })
  });
  assert.is(sent.status, 202);
  assert.is((await untilState("closed")).trouble, "connection");
  assert.match(
    await (await fetch(`${service.url}/metrics`)).text(),
    /postledger_mail_route_open\{route="relay",process="background"\} 0/
  );
  const back = await smtpSink({}, sink.port);
  await untilState("open");
  while (back.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const told = (words) => service.output().match(words)?.length ?? 0;
  assert.is(told(/no mail leaves/g), 1);
  assert.is(told(/mail leaves again/g), 1);
  await service.stop();
  await back.close();
  folder.remove();
});
test("a process that only answers requests gives the last report of the one that sends", async () => {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  await sink.close();
  const env = { POSTLEDGER_DATA: folder.path, SMTP_URL: `smtp://127.0.0.1:${sink.port}` };
  const [api, sender] = await Promise.all(
    ["api", "projector,sender,dispatcher"].map(
      (roles) => startServiceProcess({ env: { ...env, POSTLEDGER_ROLES: roles } })
    )
  );
  if (api === void 0 || sender === void 0) throw new Error("two processes were started");
  const told = async () => (await (await fetch(`${api.url}/readyz`)).json()).mail;
  const until = async (state) => {
    for (; ; ) {
      const mail = await told();
      if (mail?.state === state) return mail;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await until("open");
  const sent = await fetch(`${api.url}/v1/emails`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${api.firstKey ?? sender.firstKey}`,
      "content-type": "application/json",
      "idempotency-key": "one"
    },
    body: JSON.stringify({ from: "me@a.test", to: "you@b.test", subject: "hi", text: "text" })
  });
  assert.is(sent.status, 202);
  assert.is((await until("closed")).trouble, "connection");
  assert.match(
    await (await fetch(`${api.url}/metrics`)).text(),
    /postledger_mail_route_open\{route="relay"\} 0/
  );
  await sender.stop();
  while (await told() !== void 0) await new Promise((resolve) => setTimeout(resolve, 100));
  await api.stop();
  folder.remove();
});
test.run();
//# sourceMappingURL=routeReport.test.js.map
