// test/cli/runningService.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { cliProcess, cliProcessUntil } from "./cliProcess.js";
var running = suite("next to a running service");
var folder = temporaryFolder();
var env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error" };
var service;
running.before(async () => {
  service = await startServiceProcess({ env });
});
running.after(async () => {
  await service?.stop();
  folder.remove();
});
async function json(...args) {
  const { exitCode, stdout, stderr } = await cliProcess(env, ...args, "--json");
  assert.is(exitCode, 0, stderr);
  assert.is(stderr, "");
  return JSON.parse(stdout);
}
async function statusWith(key) {
  const answer = await fetch(`${service.url}/v1/webhooks`, { headers: { authorization: `Bearer ${key}` } });
  await answer.body?.cancel();
  return answer.status;
}
running("a key works as soon as it is printed, and not for long after it was revoked", async () => {
  const { id, key } = await json("keys", "create", "--scopes", "all");
  assert.is(await statusWith(key), 200);
  await json("keys", "revoke", id);
  await eventually("it is refused", async () => await statusWith(key) === 401);
});
running("an address that an operator suppressed is not sent to", async () => {
  await json("suppressions", "add", "gone@example.com");
  const answer = await fetch(`${service.url}/v1/emails`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      "content-type": "application/json",
      "idempotency-key": "suppressed-1"
    },
    body: JSON.stringify({ from: "a@sender.test", to: "gone@example.com", subject: "s", text: "t" })
  });
  const receipt = await answer.json();
  assert.equal(receipt.suppressed_recipients, ["gone@example.com"]);
  const history = await cliProcess(env, "audit", "show", receipt.id);
  assert.match(history.stdout, "suppressed: gone@example.com");
});
running("issue 27, 9: webhooks listen shows a send, from another process, without an endpoint", async () => {
  await json("workspaces", "create", "listened");
  const { key } = await json("keys", "create", "--scopes", "all", "--workspace", "listened");
  let isOver = false;
  const sending = async () => {
    for (let n = 0; !isOver; n++) {
      const answer = await fetch(`${service.url}/v1/emails`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": `listened-${n}`
        },
        body: JSON.stringify({ from: "a@b.test", to: "transactional@example.com", subject: "s", text: "t" })
      });
      assert.is(answer.status, 202);
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const sent = sending();
  const shown = await cliProcessUntil(
    /"type":"email\.delivered".*\n/,
    env,
    "webhooks",
    "listen",
    "--workspace",
    "listened"
  );
  isOver = true;
  await sent;
  assert.match(shown.stdout, /^Events of workspace listened, from now on/);
  assert.match(shown.stdout, /\nemail\.delivered\n {2}webhook-id: .+/);
});
running("read models are rebuilt while the service takes messages in and answers from them", async () => {
  let rebuilding = true;
  const answers = [];
  const send = async (n) => {
    const answer = await fetch(`${service.url}/v1/emails`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.firstKey}`,
        "content-type": "application/json",
        "idempotency-key": `rebuild-${n}`
      },
      body: JSON.stringify({ from: "a@sender.test", to: "gone@example.com", subject: "s", text: "t" })
    });
    const receipt = await answer.json();
    assert.equal(receipt.suppressed_recipients, ["gone@example.com"], "no read model is ever seen empty");
    answers.push(answer.status);
  };
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let n = 0; rebuilding; n++) await send(n * 4 + client);
  });
  const rebuild = await cliProcess(env, "projections", "rebuild");
  rebuilding = false;
  await Promise.all(clients);
  assert.is(rebuild.exitCode, 0, rebuild.stderr);
  assert.ok(answers.length > 20 && answers.every((status) => status === 202), `${answers.length} answers`);
  const { key } = await json("keys", "create", "--scopes", "all");
  assert.is(await statusWith(key), 200, "the service projects on");
  const verdicts = await json("projections", "verify");
  assert.ok(verdicts.every(({ different }) => different.length === 0));
});
running("doctor finds nothing wrong, and says so", async () => {
  const { port } = new URL(service.url);
  const { exitCode, stdout } = await cliProcess({ ...env, POSTLEDGER_PORT: port }, "doctor");
  assert.is(exitCode, 0, stdout);
  assert.match(stdout, `ready at http://127.0.0.1:${port}/readyz`);
  assert.match(stdout, "Nothing is wrong.");
});
running("after the service stopped, commands answer the same", async () => {
  await service.stop();
  await json("suppressions", "remove", "gone@example.com");
  assert.equal(await json("suppressions", "list"), []);
  await json("credits", "grant", "50");
  const { balance } = await json("credits", "balance");
  assert.is(balance, 50);
  const rebuilt = await cliProcess(env, "projections", "rebuild");
  assert.is(rebuilt.exitCode, 0, rebuilt.stderr);
  assert.is((await json("credits", "balance")).balance, 50);
});
running.run();
//# sourceMappingURL=runningService.test.js.map
