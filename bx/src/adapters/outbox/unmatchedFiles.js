// src/adapters/outbox/unmatchedFiles.ts
import { createHash } from "node:crypto";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { inOneLine } from "../../events/fieldPatterns.js";
import { instant } from "../../ports/clock.js";
import { nullIfMissing, writeDurably } from "../node/durableFiles.js";
var MAX_FILES = 1e3;
var MAX_BYTES = 64 * 1024;
var HEAD_BYTES = 8192;
var NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[\da-f]{16}\.eml$/;
var PREFIX = "X-Postledger-";
function unmatchedFiles(folder, maxFiles = MAX_FILES) {
  const names = async () => (
    // What someone else has put there is neither listed nor removed.
    (await readdir(folder).catch(nullIfMissing) ?? []).filter((name) => atMsOf(name) !== null).sort()
  );
  return {
    async store(mail, raw) {
      const start = Buffer.from(raw.subarray(0, MAX_BYTES));
      const hash = createHash("sha256").update(start).digest("hex").slice(0, 16);
      const name = `${instant(mail.atMs).replaceAll(":", "-")}-${hash}.eml`;
      await writeDurably(join(folder, name), Buffer.concat([Buffer.from(head(mail)), start]));
      const all = await names();
      for (const old of all.slice(0, Math.max(0, all.length - maxFiles)))
        await rm(join(folder, old), { force: true });
    },
    async list(limit) {
      const kept = [];
      for (const name of (await names()).reverse().slice(0, limit)) {
        const mail = await readHead(join(folder, name));
        const atMs = atMsOf(name);
        if (mail !== null && atMs !== null) kept.push({ ...mail, atMs, name: join(folder, name) });
      }
      return kept;
    }
  };
}
function atMsOf(name) {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return Date.parse(`${day}${hours}:${minutes}:${seconds}`) || null;
}
function head({ atMs, why, sender, recipients, remoteAddress }) {
  const fields = {
    At: instant(atMs),
    Why: why,
    Sender: sender,
    Recipients: recipients.join(", "),
    From: remoteAddress
  };
  return Object.entries(fields).map(([name, value]) => `${PREFIX}${name}: ${inOneLine(value).slice(0, 2e3)}\r
`).join("");
}
async function readHead(path) {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.toString("latin1", 0, bytesRead);
    const field = (name) => new RegExp(`^${PREFIX}${name}: (.*?)\\r?$`, "m").exec(text)?.[1] ?? "";
    return {
      why: field("Why"),
      sender: field("Sender"),
      recipients: field("Recipients").split(", "),
      remoteAddress: field("From"),
      subject: /^subject:(.*)$/im.exec(text)?.[1]?.trim() ?? ""
    };
  } finally {
    await file.close();
  }
}
export {
  unmatchedFiles
};
//# sourceMappingURL=unmatchedFiles.js.map
