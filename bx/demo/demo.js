// demo/demo.ts
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { httpsReceiver, isVerified } from "../test/support/httpsReceiver.js";
import { startServiceProcess } from "../test/support/serviceProcess.js";
import { mailServer } from "./mailServer.js";
import { demoMessages } from "./messages.js";
import { BUILT_ENTRY, postledger } from "./postledger.js";
var PATIENCE_MS = 3e4;
var startedMs = Date.now();
var folder = mkdtempSync(join(tmpdir(), "postledger-demo-"));
var say = (text = "") => process.stdout.write(`${text}
`);
var line = (...cells) => {
  const seconds = ((Date.now() - startedMs) / 1e3).toFixed(1);
  say(
    `${seconds.padStart(5)} s  ${cells.map((cell, at) => cell.padEnd([14, 20, 16][at] ?? 0)).join(" ").trimEnd()}`
  );
};
var receiver = await httpsReceiver();
var mail = await mailServer((to) => line("SMTP server", "mail arrived", "", to));
writeFileSync(join(folder, "ca.pem"), receiver.ca);
var env = {
  POSTLEDGER_DATA: join(folder, "data"),
  POSTLEDGER_LOG_LEVEL: "warn",
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
  SMTP_URL: mail.url,
  NODE_EXTRA_CA_CERTS: join(folder, "ca.pem")
};
process.exitCode = 1;
try {
  say("Postledger: one real message and seven simulated ones, and the webhooks that report them.\n");
  const service = await startServiceProcess({ env, program: [BUILT_ENTRY] });
  process.once("exit", () => service.kill());
  try {
    process.exitCode = await runDemo(service.url, service.firstKey ?? "") ? 0 : 1;
  } finally {
    const code = await service.stop();
    line("service", `stopped (exit ${code})`);
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  say(`
The demo failed: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  await Promise.all([receiver.close(), mail.close()]);
  rmSync(folder, { recursive: true, force: true });
}
async function runDemo(baseUrl, key) {
  line("service", "ready", "", baseUrl);
  const call = async (path, body, headers = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const { secret } = await call("/v1/webhooks", { name: "demo", url: receiver.url, events: ["*"] });
  line("endpoint", "created", "", receiver.url);
  const names = /* @__PURE__ */ new Map();
  for (const { name, to } of demoMessages) {
    const receipt = await call(
      "/v1/emails",
      {
        from: "Shop <shop@acme.test>",
        to,
        subject: `Your order (${name})`,
        html: '<p>Thank you. <a href="https://acme.test/orders/1">Your order</a></p>',
        text: "Thank you."
      },
      { "idempotency-key": `demo-${name}` }
    );
    names.set(String(receipt.id), name);
    line(name, "accepted", "202", `to ${to}`);
  }
  const awaited = new Set(demoMessages.flatMap(({ name, kinds }) => kinds.map((kind) => `${name} ${kind}`)));
  const seen = /* @__PURE__ */ new Set();
  let unverified = 0;
  for (const deadlineMs = Date.now() + PATIENCE_MS; awaited.size > 0; ) {
    const webhook = await receiver.next(Math.max(1, deadlineMs - Date.now())).catch(() => null);
    if (webhook === null) break;
    const { id, type, data } = JSON.parse(webhook.body);
    const name = names.get(data.email_id) ?? "?";
    const verified = isVerified(webhook, String(secret)) && webhook.headers["webhook-id"] === id;
    if (!verified) unverified += 1;
    if (!seen.has(id)) awaited.delete(`${name} ${type}`);
    seen.add(id);
    line(name, type, verified ? "signature ok" : "SIGNATURE WRONG", data.bounce_type ?? data.url ?? "");
  }
  const bounced = [...names].find(([, name]) => name === "bounce")?.[0] ?? "";
  say(`
$ postledger audit show ${bounced}
`);
  say(await postledger(["audit", "show", bounced], env));
  const mails = mail.received.filter(({ to }) => to === "ann@customer.test").length;
  if (awaited.size > 0) say(`Missing after ${PATIENCE_MS / 1e3} s: ${[...awaited].join(", ")}`);
  if (mails !== 1) say(`The real message arrived ${mails} times.`);
  const good = awaited.size === 0 && unverified === 0 && mails === 1;
  if (good)
    say(`All ${seen.size} webhooks arrived with a valid signature, and the real message in the mail server.`);
  return good;
}
//# sourceMappingURL=demo.js.map
