// test/sender/senderBench.ts
import { mimeComposer } from "../../src/adapters/mime/composer.js";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import {
  email
} from "../../src/events/email.js";
import { emailOutbox } from "../../src/projections/emailOutbox.js";
import { emailRetries } from "../../src/projections/emailRetries.js";
import { suppressedAmong, suppressions } from "../../src/projections/suppressions.js";
import { foldInto } from "../../src/runtime/fold/foldInto.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { byteBudget } from "../../src/sender/byteBudget.js";
import { openEmailStream } from "../../src/sender/email/emailStream.js";
import { returnPath } from "../../src/sender/email/returnPath.js";
import { emailWorker } from "../../src/sender/emailWorker.js";
import { mailRoute } from "../../src/sender/route/mailRoute.js";
import { freePace, freePermit } from "../support/freePace.js";
import { manualClock } from "../support/manualClock.js";
import { memoryBlobs } from "../support/memoryBlobs.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var WORKSPACE = "11111111-1111-4111-8111-111111111111";
var CORRELATION = "22222222-2222-4222-8222-222222222222";
function fakeMailer() {
  const mailer = {
    route: "relay",
    sent: [],
    probe: async () => null,
    restOf: () => null,
    answer: () => ({ outcome: "submitted", response: "250 ok" }),
    async send(mail) {
      mailer.sent.push(mail);
      return mailer.answer(mail);
    },
    async close() {
    }
  };
  return mailer;
}
var TOKENS = signedTokens(Buffer.alloc(32, 5));
var noRenderer = {
  render: async () => {
    throw new Error("nothing was to be rendered");
  },
  check: async () => [],
  close: async () => {
  }
};
async function senderBench({
  clock = manualClock(),
  ...given
} = {}) {
  const store = memoryEventStore();
  const ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const collection = await openProjection(documents, emailOutbox(4));
  const retries = await openProjection(documents, emailRetries(4));
  const suppressed = await openProjection(documents, suppressions);
  const mailer = fakeMailer();
  const routeOf = (over) => mailRoute({ mailer: over, clock, ids: ledger.ids, log: quietLog, metrics: noMetrics });
  const route = routeOf(given.mailer ?? mailer);
  const blobs = memoryBlobs();
  const parts = {
    ledger,
    index: "emailOutbox",
    collection,
    budget: byteBudget(256 * 1024 * 1024),
    suppressedAmong: (workspace, addresses) => suppressedAmong(suppressed, workspace, addresses),
    blobs,
    mailer,
    route,
    returnPath: returnPath(TOKENS, void 0),
    renderer: noRenderer,
    composer: mimeComposer(),
    pace: freePace,
    log: quietLog,
    metrics: noMetrics,
    limitsOf: async () => ({ perSecond: 10, perDay: 100 }),
    rule: { claimTimeoutMs: 3e5, soleSinceMs: null },
    ...given
  };
  const worker = bothWorkers(parts, retries);
  const events = async (emailId) => await store.readStream(email.stream(emailId));
  return {
    store,
    clock,
    ledger,
    mailer,
    blobs,
    worker,
    route: parts.route,
    anotherWorker: (other = {}) => {
      const { mailer: over = parts.mailer } = other;
      return bothWorkers({ ...parts, route: routeOf(over), ...other }, retries);
    },
    async accept(emailId, fields) {
      const origin = { workspace: WORKSPACE, actor: "key:1", correlation: CORRELATION, causation: null };
      const data = { ...plainEmail, ...fields };
      await store.append(
        email.stream(emailId),
        "no-stream",
        newEvents(ledger, origin, [{ type: "EmailAccepted", data }])
      );
    },
    async fold() {
      for (const [projection, into] of [
        [emailOutbox(4), collection],
        [emailRetries(4), retries],
        [suppressions, suppressed]
      ]) {
        const known = projection;
        const concerned = store.log.filter(({ type }) => known.types.includes(type));
        await foldInto(known, into, concerned);
      }
    },
    outbox: async (emailId) => (await collection.get(emailId) ?? await retries.get(emailId))?.document ?? null,
    async run(emailId, by = worker, permit = freePermit) {
      return by.run(
        emailId,
        { partition: 0, lane: WORKSPACE, dueAtMs: 0 },
        new AbortController().signal,
        permit
      );
    },
    history: async (emailId) => (await events(emailId)).flatMap(
      (event) => event.type === "EmailAccepted" ? [] : [`${event.type} ${event.data.recipient}`]
    ),
    events
  };
}
function bothWorkers(parts, retries) {
  const first = emailWorker(parts);
  const again = emailWorker({ ...parts, index: "emailRetries", collection: retries });
  return {
    ...first,
    async run(emailId, ...rest) {
      const stream = await openEmailStream(parts.ledger, emailId);
      const open = [...stream?.progress().deliveries.values() ?? []].filter(
        ({ state }) => state.at !== "ended"
      );
      const isRetry = open.some(({ delays }) => delays > 0);
      const isFirst = !isRetry || open.some(({ delays }) => delays === 0);
      const result = isFirst ? await first.run(emailId, ...rest) : null;
      return result === null || isRetry ? again.run(emailId, ...rest) : result;
    }
  };
}
function recipient(n, address, more = {}) {
  const deliveryId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  return { deliveryId, address, kind: "to", sandbox: address.endsWith("@example.com"), ...more };
}
var plainEmail = {
  from: "Sender <me@a.example>",
  to: ["you@b.example"],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: "Hello",
  html: null,
  text: { inline: "Hi there" },
  template: null,
  headers: {},
  attachments: [],
  tags: [],
  scheduledFor: null,
  batchId: null,
  messageStream: "transactional",
  trackOpens: true,
  trackClicks: true,
  recipients: [recipient(1, "you@b.example")],
  suppressedRecipients: [],
  credits: 1,
  batch: null,
  campaign: null
};
export {
  CORRELATION,
  WORKSPACE,
  fakeMailer,
  plainEmail,
  recipient,
  senderBench
};
//# sourceMappingURL=senderBench.js.map
