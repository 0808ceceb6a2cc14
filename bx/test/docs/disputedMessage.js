// test/docs/disputedMessage.ts
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cliProcess } from "../cli/cliProcess.js";
import { eventually } from "../e2e/eventually.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { ROOT } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
async function disputedMessage(folder) {
  const sink = await smtpSink();
  const receiver = await httpsReceiver();
  writeFileSync(join(folder, "ca.pem"), receiver.ca);
  copyFileSync(join(ROOT, "tools/verify-proof.py"), join(folder, "verify-proof.py"));
  const env = {
    POSTLEDGER_DATA: join(folder, "data"),
    POSTLEDGER_LOG_LEVEL: "warn",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    SMTP_URL: sink.url
  };
  const service = await startServiceProcess({ env });
  const stop = async () => {
    await service.stop();
    await receiver.close();
    await sink.close();
  };
  const call = async (method, path, body) => {
    const answer = await fetch(`${service.url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.firstKey}`,
        "content-type": "application/json",
        "idempotency-key": path
      },
      body: JSON.stringify(body)
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  const command = async (...args) => {
    const { exitCode, stderr } = await cliProcess(env, ...args);
    if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${exitCode} ${stderr}`);
  };
  const witnessed = async () => {
    const file = join(folder, "seals.jsonl");
    return (await cliProcess(env, "audit", "witness", "--file", file)).exitCode === 0;
  };
  try {
    await eventually("a first seal", witnessed);
    const template = await call("POST", "templates", {
      ...{ friendly_name: "order", name: "Order", variables: {} },
      ...{ subject: "Your order {{ number }}", html: "<p>It arrives on {{ day }}.</p>" }
    });
    await call("POST", "webhooks", { name: "orders", url: receiver.url, events: ["*"] });
    await command("credits", "grant", "1000");
    await command("suppressions", "add", "ben@customer.test", "--reason", "asked by telephone");
    await sleep(2e3);
    const { id } = await call("POST", "emails", {
      from: "Shop <shop@sender.test>",
      to: ["ann@customer.test", "ben@customer.test"],
      template_friendly_name: "order",
      variables: { number: "1042", day: "Tuesday" },
      tags: ["order"]
    });
    await eventually("the mail", () => sink.received.length === 1);
    await eventually("the webhook", () => receiver.received.length >= 1);
    await call("PATCH", `templates/${template.id}`, {
      html: "<p>It arrives on {{ day }}, or on the day after.</p>"
    });
    await command("suppressions", "add", "ann@customer.test", "--reason", "asked by mail");
    await eventually("a seal of the message", async () => {
      return (await cliProcess(env, "audit", "prove", id)).exitCode === 0;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, stop };
}
export {
  disputedMessage
};
//# sourceMappingURL=disputedMessage.js.map
