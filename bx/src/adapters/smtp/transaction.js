// src/adapters/smtp/transaction.ts
import { GRACE_MS, transactionDeadline } from "./deadline.js";
import { requiresTls } from "./reply.js";
import { wholeMessage } from "./wholeMessage.js";
var MORE_TRIES = 2;
var MORE_HOSTS = 2;
async function transact(pool, mail, options) {
  const startedMs = performance.now();
  let { session, transaction } = await within(options, (deadline) => onPool(pool, mail, options, deadline));
  const { openOther, beginMs } = options;
  const without = [];
  const isInTime = () => performance.now() - startedMs <= (without.length + 1) * (beginMs + GRACE_MS);
  while (session !== null && isOfHost(transaction) && openOther && without.length < MORE_HOSTS && isInTime()) {
    const held = session;
    without.push(held.server.address);
    const next = await within(options, async (deadline) => {
      session = await pool.replace(held, () => openOther(without), deadline).catch(() => null);
      return session && onSession(session, mail, options, deadline);
    });
    if (next === null || next.ended === "unsent") break;
    transaction = next;
  }
  if (session !== null) pool.release(session);
  return transaction;
}
function isOfHost(transaction) {
  if (transaction.ended !== "refused") return transaction.ended === "unsent";
  const { command, response = "", responseCode = 0 } = transaction.failure;
  const isPutOff = responseCode >= 400 && responseCode < 500;
  return command === "MAIL FROM" && (isPutOff || requiresTls(response));
}
async function within({ beginMs, answerMs }, work) {
  const deadline = transactionDeadline(beginMs, answerMs);
  try {
    return await work(deadline);
  } finally {
    deadline.end();
  }
}
async function onPool(pool, mail, options, deadline) {
  for (let tries = 0; ; tries++) {
    let session;
    try {
      session = await pool.acquire(mail.workspace, deadline);
    } catch (error) {
      return { session: null, transaction: { ended: "unsent", failure: error } };
    }
    const isUsed = session.transactions > 0;
    const transaction = await onSession(session, mail, options, deadline);
    const isStale = transaction.ended === "unsent" && isUsed && !deadline.isOver;
    if (!isStale || tries === MORE_TRIES) return { session, transaction };
    pool.release(session);
  }
}
async function onSession(session, mail, options, deadline) {
  let isBegun = false;
  const message = wholeMessage(mail.raw, () => {
    deadline.begin();
    isBegun = true;
  });
  const cut = () => session.destroy();
  deadline.whenOver(cut);
  try {
    const response = await session.send(envelopeOf(mail, options), message);
    const sha256 = message.sha256();
    if (sha256 !== null) return { ended: "taken", response, handedOver: { server: session.server, sha256 } };
    cut();
    return { ended: "unknown", diagnostic: `answered before the message was whole: ${response}` };
  } catch (error) {
    const failure = error;
    const isRefused = failure.code === "EENVELOPE" || failure.code === "EMESSAGE";
    if (isRefused && !deadline.isOver) {
      if (isBegun && message.sha256() === null) cut();
      else await session.reset().catch(cut);
      return { ended: "refused", failure };
    }
    cut();
    if (isBegun) return { ended: "unknown", diagnostic: failure.response ?? failure.message };
    return { ended: "unsent", failure: deadline.isOver ? tooSlow() : failure };
  }
}
function envelopeOf({ sender, recipient, raw, deliveryId, reportsComeBack }, { successReports }) {
  const success = successReports ? ["SUCCESS"] : [];
  return {
    from: sender,
    to: recipient,
    sizeBytes: raw.length,
    dsn: {
      envid: deliveryId,
      orcpt: recipient,
      // Reports of success to a person's own address would only disturb.
      notify: reportsComeBack ? [...success, "FAILURE", "DELAY"] : ["FAILURE"]
    }
  };
}
function tooSlow() {
  return Object.assign(new Error("the server took too long to ask for the message"), { code: "ETIMEDOUT" });
}
export {
  transact
};
//# sourceMappingURL=transaction.js.map
