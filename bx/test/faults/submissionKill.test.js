// test/faults/submissionKill.test.ts
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { freePort } from "../servers/servers.js";
import { nodeArguments } from "../support/project.js";
import { seededRandom } from "../support/seededRandom.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { SEED } from "../support/testRun.js";
import { ledgerReader } from "./ledgerReader.js";
var test = suite("SIGKILL while mail is submitted");
var MAILS = 2e3;
var KILLS = 20;
var CLIENTS = 8;
var ENTRY = nodeArguments("test/faults/crashingService");
test(`${KILLS} kills during ${MAILS} submissions by a client that repeats: each is accepted and charged once (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const from = (least, below) => least + Math.floor(random() * (below - least));
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  const port = await freePort();
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_SUBMISSION_PORT: `${port}`,
    POSTLEDGER_LOG_LEVEL: "error"
  };
  const start = (step = "never", nth = 1) => startServiceProcess({ env, program: ENTRY, args: [step, `${nth}`] });
  let service = await start();
  const pass = service.firstKey ?? "";
  const client = createTransport({
    ...{ host: "127.0.0.1", port, auth: { user: "any", pass }, ignoreTLS: true },
    ...{ pool: true, maxConnections: CLIENTS, maxMessages: 1e3 }
  });
  const ids = /* @__PURE__ */ new Map();
  const refused = [];
  let repeated = 0;
  const submit = async (n) => {
    const mail = {
      ...{ from: "a@acme.test", to: "transactional@example.com", subject: `Mail ${n}`, text: "Thank you." },
      messageId: `<${n}@acme.test>`
    };
    for (; ; ) {
      try {
        const { response } = await client.sendMail(mail);
        const [, id = response] = /^250 2\.0\.0 Accepted as (\S+)/.exec(response) ?? [];
        ids.set(n, [...ids.get(n) ?? [], id]);
        return;
      } catch (error) {
        const { responseCode = 0 } = error;
        if (responseCode >= 500) return void refused.push(String(error));
        repeated++;
        await sleep(50);
      }
    }
  };
  let next = 0;
  let awaited = { accepted: 0, reached: () => {
  } };
  const isAccepted = (accepted2) => new Promise((reached) => {
    awaited = { accepted: accepted2, reached };
  });
  const submitting = Array.from({ length: CLIENTS }, async () => {
    while (next < MAILS) {
      const n = next++;
      await submit(n);
      if (n % 10 === 0) await submit(n);
      if (ids.size >= awaited.accepted) awaited.reached();
      await sleep(from(1, 10));
    }
  });
  for (let n = 0; n < KILLS; n++) {
    if (n % 2 === 0) {
      await isAccepted(Math.floor(MAILS * (n + 1) / (KILLS + 4)) - from(0, 40));
      await service.kill();
      service = await start("after-append:EmailAccepted", from(1, 60));
    } else {
      await service.ended;
      service = await start();
    }
  }
  const submittedUnderKills = next;
  await Promise.all(submitting);
  client.close();
  const ledger = await ledgerReader(data);
  const accepted = (await ledger.events()).filter(({ type }) => type === "EmailAccepted");
  await service.stop();
  await ledger.close();
  assert.equal(refused, []);
  assert.is(ids.size, MAILS);
  for (const [n, given] of ids) assert.is(new Set(given).size, 1, `mail ${n} has one id`);
  const known = new Set(accepted.map(({ stream }) => stream.slice("email-".length)));
  assert.is(accepted.length, MAILS, "each mail is accepted once");
  assert.equal(
    [...ids.values()].filter(([id = ""]) => !known.has(id)),
    [],
    "no accepted mail is lost"
  );
  const credits = accepted.reduce((sum, { data: data2 }) => sum + data2.credits, 0);
  assert.is(credits, MAILS, "and charged once");
  assert.ok(
    repeated > 0 && submittedUnderKills > KILLS,
    `${repeated} repeated, ${submittedUnderKills} submitted`
  );
  console.log(
    `${KILLS} kills, ${submittedUnderKills} of ${MAILS} mails submitted until the last, ${repeated} times repeated; accepted twice: 0, lost: 0, charged ${credits}`
  );
  folder.remove();
});
test.run();
//# sourceMappingURL=submissionKill.test.js.map
