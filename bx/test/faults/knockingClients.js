// test/faults/knockingClients.ts
import { setTimeout as sleep } from "node:timers/promises";
import * as assert from "uvu/assert";
async function knock(url, apiKey, key) {
  try {
    const answer = await fetch(`${url}/v1/emails`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key
      },
      body: JSON.stringify({
        from: "a@sender.test",
        to: `transactional+${key}@example.com`,
        subject: key,
        text: "x".repeat(2e4),
        // Every third brings a blob of its own.
        .../[0369]$/.test(key) && { attachments: [attachmentOf(key)] }
      }),
      signal: AbortSignal.timeout(2e4)
    });
    const text = await answer.text();
    return { key, status: answer.status, retryAfter: answer.headers.get("retry-after"), text };
  } catch (error) {
    return { key, status: null, retryAfter: null, text: String(error) };
  }
}
function attachmentOf(key) {
  const content = Buffer.from(key.repeat(2e3)).toString("base64");
  return { filename: "a.txt", content, type: "text/plain" };
}
async function knockUntil(url, apiKey, name, enough, clients = 8) {
  const knocks = [];
  let next = 0;
  const client = async () => {
    while (!enough(knocks)) knocks.push(await knock(url, apiKey, `${name}-${next++}`));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return knocks;
}
async function knockOn(url, apiKey, key, tries = 600) {
  const knocks = [];
  while (knocks.at(-1)?.status !== 202) {
    if (knocks.length === tries)
      throw new Error(`${tries} calls of ${key} in vain: ${JSON.stringify(knocks.at(-1))}`);
    if (knocks.length > 0) await sleep(50);
    knocks.push(await knock(url, apiKey, key));
  }
  return knocks;
}
var of202 = (knocks) => knocks.filter(({ status }) => status === 202);
async function assertKept(ledger, knocks) {
  const streams = (await ledger.events()).flatMap(
    ({ type, stream }) => type === "EmailAccepted" ? [stream] : []
  );
  const kept = new Set(streams);
  assert.is(kept.size, streams.length, "no message is there twice");
  const lost = of202(knocks).filter(({ text }) => !kept.has(`email-${idIn(text)}`));
  assert.is(lost.length, 0, `acknowledged, then lost: ${lost.map(({ key }) => key)}`);
  return kept.size;
}
var idIn = (text) => JSON.parse(text).id;
export {
  assertKept,
  idIn,
  knock,
  knockOn,
  knockUntil,
  of202
};
//# sourceMappingURL=knockingClients.js.map
