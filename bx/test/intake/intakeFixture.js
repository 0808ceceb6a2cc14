// test/intake/intakeFixture.ts
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { threadMailReader } from "../../src/adapters/intake/mailReader.js";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { unmatchedFiles } from "../../src/adapters/outbox/unmatchedFiles.js";
import { deliveryLocalPart, messageLocalPart } from "../../src/commands/email/deliveryToken.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { email } from "../../src/events/email.js";
import { runBounceIntake } from "../../src/intake/bounceIntake.js";
import { plainEmail, recipient } from "../sender/senderBench.js";
import { evidenceIn } from "../support/evidenceIn.js";
import { listeningIntake } from "../support/listeningIntake.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var DOMAIN = "bounces.a.example";
var EMAIL_ID = "44444444-4444-4444-8444-444444444444";
var TOKENS = signedTokens(Buffer.alloc(32, 5));
var messageIdOf = (emailId = EMAIL_ID) => `${messageLocalPart(TOKENS, emailId)}@a.example`;
var sharedReader = null;
async function closeReader() {
  await sharedReader?.close();
}
async function intakeFixture(replaced = {}) {
  const store = memoryEventStore();
  const ledger = { store, clock: systemClock, ids: seededIds() };
  const tokens = TOKENS;
  const known = evidenceIn(store);
  const folder = temporaryFolder();
  const unmatched = unmatchedFiles(join(folder.path, "unmatched"));
  sharedReader ??= threadMailReader({ clock: systemClock, log: quietLog });
  const reader = sharedReader;
  const { intake, port } = listeningIntake(DOMAIN);
  const stop = new AbortController();
  const parts = {
    ledger,
    tokens,
    known,
    suppressionOf: async () => null,
    reader,
    unmatched,
    intake,
    domain: DOMAIN,
    log: quietLog,
    metrics: noMetrics,
    ...replaced
  };
  const running = runBounceIntake(parts, stop.signal);
  const transport = createTransport({ host: "127.0.0.1", port: await port, ignoreTLS: true });
  const address = (place = 0, emailId = EMAIL_ID, use = "bounce") => `${deliveryLocalPart(tokens, { emailId, recipient: place }, use)}@${DOMAIN}`;
  return {
    store,
    ledger,
    tokens,
    known,
    unmatched,
    port: await port,
    /** The bounce address of a recipient, in lower case as the service writes it. */
    address,
    /** A message to the addresses, handed over to a relay; or, without `submitted`, in its hands. */
    async handOver(addresses, { emailId = EMAIL_ID, workspace = "w1", submitted = true, more = {} } = {}) {
      const recipients = addresses.map((each, at) => recipient(at + 1, each));
      const origin = { workspace, actor: "key:1", correlation: "c1", causation: null };
      const of = recipients.map((one) => ({
        deliveryId: one.deliveryId,
        recipient: one.address,
        sandbox: false
      }));
      await store.append(
        email.stream(emailId),
        "no-stream",
        newEvents(ledger, origin, [
          { type: "EmailAccepted", data: { ...plainEmail, recipients, ...more } },
          ...of.map((data) => ({ type: "SubmissionAttempted", data: { ...data, attempt: 1 } })),
          ...submitted ? of.map((data) => ({ type: "Submitted", data: { ...data, response: null } })) : []
        ])
      );
    },
    /** Brings a mail by SMTP; the server's answer, whichever. */
    async bring(raw, to = address(), from = "") {
      try {
        const { response } = await transport.sendMail({
          envelope: { from, to: typeof to === "string" ? to : [...to] },
          raw
        });
        return { code: Number(response.slice(0, 3)), text: response };
      } catch (error) {
        const { responseCode = 0, response = String(error) } = error;
        return { code: responseCode, text: response };
      }
    },
    /** Events of a message after its hand-over. */
    async learned(emailId = EMAIL_ID) {
      const events = await email.read(store, emailId);
      return events.filter(({ metadata }) => metadata.actor === "intake");
    },
    async close() {
      stop.abort();
      await running;
      folder.remove();
    }
  };
}
export {
  DOMAIN,
  EMAIL_ID,
  closeReader,
  intakeFixture,
  messageIdOf
};
//# sourceMappingURL=intakeFixture.js.map
