// test/faults/everythingKill.test.ts
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { cliProcess } from "../cli/cliProcess.js";
import { eventually } from "../e2e/eventually.js";
import { seededRandom } from "../support/seededRandom.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { ledgerReader } from "./ledgerReader.js";
var test = suite("every kind of call under SIGKILL");
var KILLS = RUN_ALL ? 60 : 10;
var NUMBER = "+4511111111";
var CONTACTS = 12;
var CLIENTS = 2;
var PATIENCE_MS = 3e4;
var from = "a@sender.test";
var text = { subject: "News", text: "Hello" };
var person = (of, n) => `transactional+${of}${n}@example.com`;
var KINDS = {
  email: (n) => ({ path: "/v1/emails", body: { from, to: person("e", n), ...text }, category: "email" }),
  batch: (n) => ({
    ...{ path: "/v1/emails/batch", category: "email" },
    body: ["x", "y", "z"].map((each) => ({ from, to: person(each, n), ...text }))
  }),
  sms: (n) => ({
    ...{ path: "/v1/sms", category: "sms" },
    body: {
      ...{ from: NUMBER, to: `+45${2e7 + n}`, template: "code" },
      ...{ variables: { code: String(n) }, consent_basis: "transactional" }
    }
  }),
  contact: (n) => ({ path: "/v1/contacts", body: { email: person("c", n) }, category: "contact" }),
  template: (n) => ({
    ...{ path: "/v1/templates", category: "template" },
    body: { friendly_name: `t${n}`, name: "T", ...text }
  }),
  audience: (n, { contact }) => ({
    ...{ path: "/v1/audiences", category: "audience" },
    body: { name: `a${n}`, contact_ids: contact.slice(-CONTACTS) }
  }),
  campaign: (n, { audience, template }) => ({
    ...{ path: "/v1/campaigns", category: "campaign" },
    body: { ...{ name: `c${n}`, from }, audience_id: audience.at(-1), template_id: template.at(-1) }
  })
};
test(`${KILLS} random kills: what was acknowledged is there, whole and once (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const folder = temporaryFolder();
  const env = {
    ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error" },
    ...{ POSTLEDGER_PACE_PER_SECOND: "100000", POSTLEDGER_PACE_PER_DAY: "100000000" }
  };
  let service = await startServiceProcess({ env });
  const key = service.firstKey ?? "";
  const operator = async (...args) => {
    const { exitCode, stdout, stderr } = await cliProcess(env, ...args);
    assert.is(exitCode, 0, `${args.join(" ")}: ${stdout}${stderr}`);
  };
  await operator("sms-templates", "approve", "--name", "code", "--body", "Your code is {{ code }}");
  await operator("numbers", "assign", NUMBER);
  const calls = callers(() => service.url, key);
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(20 + random() * 1e3);
    await service.kill();
    service = await startServiceProcess({ env });
  }
  await calls.finish();
  const ledger = await ledgerReader(folder.path);
  await eventually("every message is sent", async () => (await ledger.open()).messages === 0, 3e5);
  const [begun, ended] = ["CampaignRunStarted", "CampaignRunCompleted"];
  await eventually(
    "every run is over",
    async () => await ledger.count(begun) === await ledger.count(ended),
    3e5
  );
  const events = await ledger.events();
  const streams = new Set(events.map(({ stream }) => stream));
  for (const [kind, acknowledged] of Object.entries(calls.acknowledged))
    for (const { category, ids } of acknowledged)
      for (const id of ids) assert.ok(streams.has(`${category}-${id}`), `${kind}: ${category} ${id} is lost`);
  const messages = events.filter(({ type }) => type === "EmailAccepted");
  const campaigned = messages.filter(({ data }) => data.campaign !== null);
  const sent = ["email", "batch"].flatMap(
    (kind) => calls.acknowledged[kind]?.flatMap(({ ids }) => ids) ?? []
  );
  assert.is(
    messages.length - campaigned.length,
    new Set(sent).size,
    "one message for each that was asked for"
  );
  const texts = calls.acknowledged.sms?.flatMap(({ ids }) => ids) ?? [];
  assert.is(events.filter(({ type }) => type === "SmsAccepted").length, new Set(texts).size);
  const copies = campaigned.map(({ data }) => JSON.stringify(data.campaign));
  assert.is(new Set(copies).size, copies.length, "one message for each contact of a campaign");
  assert.equal(calls.refused, []);
  await ledger.close();
  await operator("projections", "verify");
  assert.is(await service.stop(), 0);
  const counts = Object.entries(calls.acknowledged).map(([kind, { length }]) => `${kind} ${length}`);
  console.log(`${KILLS} kills; answered: ${counts.join(", ")}; ${copies.length} messages of campaigns`);
  folder.remove();
});
function callers(url, key) {
  const acknowledged = {};
  const refused = [];
  const made = { contact: [], audience: [], template: [] };
  let isEnding = false;
  let calls = 0;
  const answered = async (name, { path, body, category }) => {
    for (; ; ) {
      try {
        const answer = await fetch(url() + path, {
          ...{ method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) },
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            "idempotency-key": name
          }
        });
        const given = await answer.json();
        if (answer.ok) return { category, ids: given.data?.map(({ id }) => id) ?? [String(given.id)] };
        const refusal = `${path} ${answer.status} ${JSON.stringify(given)}`;
        if (answer.status !== 503) {
          if (category !== "template" || !refusal.includes("is the name of another template"))
            refused.push(refusal);
          return null;
        }
      } catch {
      }
      await sleep(50);
    }
  };
  const client = async (kind, callOf) => {
    while (!isEnding) {
      const n = calls++;
      const done = mayCall(kind, made) ? await answered(`${kind}-${n}`, callOf(n, made)) : null;
      if (done === null) {
        await sleep(50);
        continue;
      }
      acknowledged[kind] = [...acknowledged[kind] ?? [], done];
      if (kind in made) made[kind].push(...done.ids);
    }
  };
  const running = Object.entries(KINDS).flatMap(
    ([kind, callOf]) => Array.from({ length: CLIENTS }, () => client(kind, callOf))
  );
  return {
    acknowledged,
    refused,
    /** No new calls; resolves when each begun was answered. */
    async finish() {
      isEnding = true;
      await Promise.all(running);
    }
  };
}
function mayCall(kind, { contact, audience, template }) {
  if (kind === "audience") return contact.length > 0;
  return kind !== "campaign" || audience.length > 0 && template.length > 0;
}
test.run();
//# sourceMappingURL=everythingKill.test.js.map
