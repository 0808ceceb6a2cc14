// test/ways/operatorPeers.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { smtpSink } from "../adapters/smtp/smtpServer.js";
import { dsn } from "../intake/mails.js";
import { dnsServer, v4 } from "../support/dnsServer.js";
var [zone = "", folder = ""] = process.argv.slice(2);
var TYPES = { A: 1, MX: 15, TXT: 16 };
var nameOf = (text) => Buffer.concat(
  `${text.replace(/\.$/, "")}.`.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
);
function dataOf({ type, value }) {
  if (type === "A") return v4(value);
  if (type === "MX") {
    const [preference = "", host = ""] = value.split(" ");
    return Buffer.concat([Buffer.from([0, Number(preference)]), nameOf(host)]);
  }
  const parts = value.match(/.{1,255}/gs) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
}
await dnsServer(
  (name, type) => JSON.parse(readFileSync(zone, "utf8")).filter((record) => record.name.toLowerCase() === name && TYPES[record.type] === type).map(dataOf),
  "127.0.0.1",
  53
);
var { mails } = await smtpSink({}, 587);
var returning = createTransport({ host: "127.0.0.1", port: 2525, ignoreTLS: true });
var counts = /* @__PURE__ */ new Map();
for (let taken = 0; ; ) {
  for (const { from, to, raw } of mails.slice(taken)) {
    taken++;
    const [recipient = ""] = to;
    const count = (counts.get(recipient) ?? 0) + 1;
    counts.set(recipient, count);
    writeFileSync(join(folder, `${recipient}.${count}.eml`), raw);
    if (recipient.startsWith("gone@"))
      await returning.sendMail({ envelope: { from: "", to: [from] }, raw: dsn({ recipient }) });
  }
  writeFileSync(join(folder, "ready"), "");
  await new Promise((resolve) => setTimeout(resolve, 100));
}
//# sourceMappingURL=operatorPeers.js.map
