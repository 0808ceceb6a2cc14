// bench/neighbours.ts
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { callsWhile, heldOpen, posted } from "./neighbourCalls.js";
import { kinds } from "./neighbourKinds.js";
import { builds } from "./otherBuild.js";
import { ROOM, startPinned } from "./pinned.js";
import { line } from "./report.js";
var BOTH_CORES = "0,1";
var QUIET_MS = 5e3;
var MIB = 1048576;
var ANNOUNCED_MIB = [300, 300, 300, 124];
var LOOP = "{% for i in (1..9000) %}{% for j in (1..9000) %}{{ j | times: i }}{% endfor %}{% endfor %}";
var send = { from: "a@sender.test", to: "b@receiver.test", subject: "s", text: "Hello" };
var sms = { from: "+4511111111", to: "+4522222222", template: "code", consent_basis: "transactional" };
async function run(size = 60) {
  for (const [name, build] of Object.entries(builds)) {
    console.log(name);
    const program = fileURLToPath(new URL("cli/postledger.js", build));
    await inService(program, "all", kinds);
    await inService(program, "all", floods);
    await inService(program, "api,projector,sender,dispatcher", (callers) => loops(callers, size));
  }
}
async function inService(program, roles, work) {
  await inBenchFolder(async (data) => {
    const intakePort = await freePort();
    const env = {
      ...serviceEnv(data),
      POSTLEDGER_BOUNCE_PORT: String(intakePort),
      POSTLEDGER_LOG_LEVEL: "silent",
      POSTLEDGER_PACE_PER_SECOND: "1000",
      POSTLEDGER_PACE_PER_DAY: "1000000",
      POSTLEDGER_ROLES: roles
    };
    const server = await startPinned(BOTH_CORES, [ROOM, program, "serve"], env);
    try {
      const operator = (...words) => JSON.parse(execFileSync(process.execPath, [program, ...words, "--json"], { env }).toString());
      operator("workspaces", "create", "good");
      const { key } = operator("keys", "create", "--scopes", "all", "--workspace", "good");
      operator("sms-templates", "approve", "--name", "code", "--body", "Hello", "--workspace", "good");
      const at = (bearer) => ({ url: server.url, key: bearer });
      await work({ bad: at(server.key ?? ""), good: at(key), pid: server.pid, intakePort, data });
    } finally {
      await server.kill();
    }
  });
}
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
async function floods({ bad, good }) {
  const sending = (attack) => callsWhile(good, "/v1/emails", send, attack);
  const quiet = () => sleep(QUIET_MS);
  line("sends alone", await sending(quiet));
  const sockets = ANNOUNCED_MIB.map((mib) => heldOpen(bad, "/v1/emails", mib * MIB));
  line("next to four sockets that announce a gibibyte", await sending(quiet));
  for (const socket of sockets) socket.destroy();
  await sleep(500);
  const longKey = Buffer.from(`{"${"k".repeat(5e7)}":1}`);
  let answered = "";
  const name = await sending(async () => {
    const { status, bytes } = await posted(bad, "/emails", longKey);
    answered = `${status} of ${bytes} bytes`;
  });
  line("next to a field name of 50 MB", `${name}; it is answered ${answered}`);
  const content = "QUJD".repeat(35e5);
  const attachments = Array.from({ length: 20 }, (_, n) => ({
    filename: `f${n}`,
    type: "text/plain",
    content: `QUJD${String(n).padStart(4, "0")}${content.slice(8)}`
  }));
  const large = Buffer.from(JSON.stringify({ ...send, attachments }));
  const whole = await sending(async () => {
    answered = String((await posted(bad, "/v1/emails", large)).status);
  });
  line("next to a send of 280 MB", `${whole}; it is answered ${answered}`);
  const values = Buffer.from(`{"email":"a@b.co","custom_fields":{"a":[${'{"b":[1]},'.repeat(6e6)}1]}}`);
  const many = await sending(async () => {
    answered = String((await posted(bad, "/v1/contacts", values)).status);
  });
  line("next to 60 MB of 24 million values", `${many}; it is answered ${answered}`);
}
async function loops({ bad, good }, messages) {
  const template = async (caller, text) => {
    const body = { friendly_name: "bench", name: "Bench", subject: "s", text };
    return (await posted(caller, "/v1/templates", Buffer.from(JSON.stringify(body)))).id;
  };
  const [looping, plain] = [await template(bad, LOOP), await template(good, "Hello {{ 1 | plus: 1 }}")];
  const templated = (id) => Buffer.from(JSON.stringify({ from: send.from, to: "ok@example.com", template_id: id }));
  for (let n = 0; n < messages; n++) await posted(bad, "/v1/emails", templated(looping));
  const startedAt = performance.now();
  await posted(good, "/v1/emails", templated(plain));
  let submittedMs = Number.NaN;
  const calls = await callsWhile(good, "/v1/sms", sms, async () => {
    while (Number.isNaN(submittedMs) && performance.now() - startedAt < 12e4) {
      const answer = await fetch(new URL("/v1/analytics", good.url), {
        headers: { authorization: `Bearer ${good.key}` }
      });
      const { totals } = await answer.json();
      if (totals.delivered > 0) submittedMs = performance.now() - startedAt;
      await sleep(100);
    }
    await sleep(2e3);
  });
  line(`SMS calls next to ${messages} messages of a looping template`, calls);
  line("a templated mail next to them is sent after", `${(submittedMs / 1e3).toFixed(1)} s`);
}
export {
  run
};
//# sourceMappingURL=neighbours.js.map
