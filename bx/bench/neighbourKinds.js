// bench/neighbourKinds.ts
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { healthyCalls, inWords, posted } from "./neighbourCalls.js";
import { withData } from "./neighbourData.js";
import { watchMemory } from "./processMemory.js";
import { line, quantile, ratio } from "./report.js";
var LASTS_MS = 5e3;
var ALONE_MS = 2e3;
var BOUNCE_EVERY_MS = 1e3;
var STRANGER = "127.0.0.2";
var FIELDS = "x".repeat(6e4);
var send = { from: "a@sender.test", to: "b@receiver.test", subject: "s", text: "Hello" };
var json = (value) => Buffer.from(JSON.stringify(value));
var many = (count, work) => (over) => Promise.all(
  Array.from({ length: count }, async () => {
    while (!over.aborted) await work();
  })
);
var connected = (port) => connect({ host: "127.0.0.1", port, localAddress: STRANGER }).on("error", () => {
});
var sockets = (count, port, begin = () => {
}) => async (over) => {
  const open = Array.from({ length: count }, () => {
    const socket = connected(port);
    begin(socket);
    return socket;
  });
  while (!over.aborted) await sleep(100);
  for (const socket of open) socket.destroy();
};
function got({ url, key }, path) {
  return new Promise((resolve) => {
    const call = request(new URL(path, url), { headers: { authorization: `Bearer ${key}` } });
    call.on("error", () => resolve());
    call.on("response", (response) => response.resume().on("close", () => resolve()));
    call.end();
  });
}
var COSTLY_MAIL = [
  "EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<other@b.test>\r\nDATA\r\n",
  `To: ${"a@b.example,\r\n ".repeat(17e3)}\r
\r
x\r
.\r
QUIT\r
`
].join("");
var costlyMail = (port) => () => new Promise((resolve) => {
  const socket = connected(port);
  socket.setTimeout(3e4, () => socket.destroy());
  socket.on("close", () => resolve()).resume();
  socket.write(COSTLY_MAIL);
});
async function kinds(workspaces) {
  const { good, bad, pid } = workspaces;
  const sending = (something) => healthyCalls(good, "/v1/emails", send, something);
  await makeWide(bad);
  await withData(workspaces, async ({ contactIds, bringBounce }) => {
    await sending(() => sleep(LASTS_MS));
    for (const [what, neighbour] of neighbours(workspaces, contactIds)) {
      const alone = await sending(() => sleep(ALONE_MS));
      const over = new AbortController();
      const memory = watchMemory(pid, 100);
      let longestMs = 0;
      const bounces = async () => {
        while (!over.signal.aborted) {
          longestMs = Math.max(longestMs, await bringBounce());
          await sleep(BOUNCE_EVERY_MS);
        }
      };
      const calls = await sending(async () => {
        const running = [neighbour(over.signal), bounces()];
        await sleep(LASTS_MS);
        over.abort();
        await Promise.all(running);
      });
      const seen = memory.stop();
      const peak = (of) => Math.round(Math.max(...seen.map((one) => one[of])));
      line(
        `sends next to ${what}`,
        [
          `${ratio((quantile(calls.times, 0.5) ?? 0) / (quantile(alone.times, 0.5) ?? 0))} of alone: ${inWords(calls)}`,
          `a bounce at most ${(longestMs / 1e3).toFixed(1)} s`,
          `peak ${peak("ownMiB")} MiB of its own, ${peak("rssMiB")} with mapped files`
        ].join("; ")
      );
    }
  });
}
var wideContact = (n) => json({ email: `c${n % 300}@b.test`, custom_fields: { a: FIELDS } });
async function makeWide(bad) {
  for (let n = 0; n < 300; n++) await posted(bad, "/v1/contacts", wideContact(n));
  for (let n = 0; n < 30; n++)
    await posted(
      bad,
      "/v1/templates",
      json({ friendly_name: `t${n}`, name: "T", subject: "s", text: FIELDS })
    );
}
function neighbours({ bad, intakePort }, contactIds) {
  const port = Number(bad.url.port);
  const batch = json(Array(100).fill(send));
  const audience = json({ name: "a", contact_ids: contactIds });
  const unread = (socket) => {
    socket.pause();
    socket.write(
      `GET /v1/contacts?limit=300 HTTP/1.1\r
Host: a\r
Authorization: Bearer ${bad.key}\r
\r
`
    );
  };
  let contact = 0;
  return [
    ["nothing", () => sleep(LASTS_MS)],
    ["16 senders", many(16, () => posted(bad, "/v1/emails", json(send)))],
    ["4 callers of batches of 100", many(4, () => posted(bad, "/v1/emails/batch", batch))],
    ["4 readers of 30 templates of 60 KB", many(4, () => got(bad, "/v1/templates"))],
    ["4 readers of 300 contacts of 60 KB", many(4, () => got(bad, "/v1/contacts?limit=300"))],
    ["16 answers that no one reads", sockets(16, port, unread)],
    ["4 writers of contacts of 60 KB", many(4, () => posted(bad, "/v1/contacts", wideContact(contact++)))],
    [`an audience of ${contactIds.length} contacts`, many(1, () => posted(bad, "/v1/audiences", audience))],
    ["1,000 silent sockets", sockets(1e3, port)],
    ["200 silent sockets to the intake", sockets(200, intakePort)],
    ["8 connections of costly mail to the intake", many(8, costlyMail(intakePort))],
    ["16 readers of links", many(16, () => got(bad, `/u/${"A".repeat(60)}`))]
  ];
}
export {
  kinds
};
//# sourceMappingURL=neighbourKinds.js.map
