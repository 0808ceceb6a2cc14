// bench/dsn.ts
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { openEmbeddedLog } from "../src/adapters/embedded/open.js";
import { threadMailReader } from "../src/adapters/intake/mailReader.js";
import { randomIds } from "../src/adapters/node/randomIds.js";
import { signedTokens } from "../src/adapters/node/signedTokens.js";
import { systemClock } from "../src/adapters/node/systemClock.js";
import { unmatchedFiles } from "../src/adapters/outbox/unmatchedFiles.js";
import { deliveryLocalPart } from "../src/commands/email/deliveryToken.js";
import { newEvents } from "../src/commands/kernel/ledger.js";
import { email } from "../src/events/email.js";
import { runBounceIntake } from "../src/intake/bounceIntake.js";
import { dsn } from "../test/intake/mails.js";
import { plainEmail, recipient } from "../test/sender/senderBench.js";
import { listeningIntake } from "../test/support/listeningIntake.js";
import { noMetrics, quietLog } from "../test/support/quietLog.js";
import { temporaryFolder } from "../test/support/temporaryFolder.js";
import { line, rate, ratio } from "./report.js";
var DOMAIN = "bounces.a.example";
var CONNECTIONS = 10;
async function run(size = 2e3) {
  const folder = temporaryFolder();
  const store = await openEmbeddedLog(join(folder.path, "data"), { log: quietLog });
  const ledger = { store, clock: systemClock, ids: randomIds };
  const tokens = signedTokens(Buffer.alloc(32, 5));
  const reader = threadMailReader({ clock: systemClock, log: quietLog });
  const emailIds = await handedOver(ledger, size);
  const bounces = emailIds.map((emailId, at) => ({
    to: `${deliveryLocalPart(tokens, { emailId, recipient: 0 })}@${DOMAIN}`,
    raw: dsn({ messageId: `${at}@mx.b.example` })
  }));
  await reader.read(Buffer.from(dsn()), { isSigned: true, network: "" });
  const stop = new AbortController();
  const ceiling = await listening(
    (intake) => intake.receive({ accepts: () => "yes", take: async () => "taken" }, stop.signal)
  );
  const bare = await brought(ceiling.port, bounces);
  const parts = {
    ledger,
    tokens,
    known: { get: async () => null, getForFold: async () => /* @__PURE__ */ new Map() },
    suppressionOf: async () => null,
    reader,
    unmatched: unmatchedFiles(join(folder.path, "unmatched")),
    domain: DOMAIN,
    log: quietLog,
    metrics: noMetrics
  };
  const own = await listening((intake) => runBounceIntake({ ...parts, intake }, stop.signal));
  const recorded = await brought(own.port, bounces);
  line(`DSNs recorded (${size}, ${CONNECTIONS} connections)`, rate(recorded));
  line("  of a server that takes them and does nothing", ratio(recorded / bare));
  stop.abort();
  await Promise.all([ceiling.running, own.running]);
  await reader.close();
  await store.close();
  folder.remove();
}
async function handedOver(ledger, count) {
  const one = recipient(1, "bob@b.example");
  const of = { deliveryId: one.deliveryId, recipient: one.address, sandbox: false };
  const events = [
    { type: "EmailAccepted", data: { ...plainEmail, recipients: [one] } },
    { type: "SubmissionAttempted", data: { ...of, attempt: 1 } },
    { type: "Submitted", data: { ...of, response: null } }
  ];
  const origin = {
    workspace: randomIds.uuid(),
    actor: "sender",
    correlation: randomIds.uuid(),
    causation: null
  };
  const emailIds = Array.from({ length: count }, () => randomIds.uuid());
  await Promise.all(
    emailIds.map(
      (id) => ledger.store.append(email.stream(id), "no-stream", newEvents(ledger, origin, events))
    )
  );
  return emailIds;
}
async function listening(receive) {
  const { intake, port } = listeningIntake(DOMAIN);
  const running = receive(intake);
  return { port: await port, running };
}
async function brought(port, mails) {
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true
  });
  const startedAt = performance.now();
  await Promise.all(
    mails.map(({ to, raw }) => transport.sendMail({ envelope: { from: "", to: [to] }, raw }))
  );
  const seconds = (performance.now() - startedAt) / 1e3;
  transport.close();
  return mails.length / seconds;
}
export {
  run
};
//# sourceMappingURL=dsn.js.map
