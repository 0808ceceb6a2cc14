// bench/neighbourData.ts
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { deliveryLocalPart } from "../src/commands/email/deliveryToken.js";
import { saveContact } from "../src/commands/email/saveContact.js";
import { workspaceNamed } from "../src/commands/workspace/openWorkspace.js";
import { readSettings } from "../src/config.js";
import { openPorts } from "../src/main/ports.js";
import { openReadModels, projectionsFor } from "../src/projections/readModels.js";
import { dsn } from "../test/intake/mails.js";
import { posted } from "./neighbourCalls.js";
var CONTACTS = 1e5;
var IN_FLIGHT = 512;
var MAILS = 150;
async function withData({ good, data, intakePort }, work) {
  const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
  const transport = createTransport({ host: "127.0.0.1", port: intakePort, ignoreTLS: true });
  try {
    const contactIds = await manyContacts(ports);
    const emailIds = await mailsOf(good, join(data, "outbox"));
    const brought = async () => {
      const emailId = emailIds.pop();
      if (emailId === void 0) throw new Error("no mail is left that could bounce");
      const to = `${deliveryLocalPart(ports.tokens, { emailId, recipient: 0 })}@receiver.test`;
      const startedAt = performance.now();
      const raw = dsn({ messageId: `${emailId}@mx.test`, recipient: "b@receiver.test" });
      await transport.sendMail({ envelope: { from: "", to: [to] }, raw });
      return performance.now() - startedAt;
    };
    await work({ contactIds, bringBounce: brought });
  } finally {
    transport.close();
    await ports.close();
  }
}
async function manyContacts({ store, clock, ids, documents }) {
  const workspace = (await workspaceNamed(store, "default"))?.id ?? "";
  const origin = { workspace, actor: "operator", correlation: ids.uuid(), causation: null };
  const contactIds = new Array(CONTACTS).fill("");
  let next = 0;
  const writer = async () => {
    while (next < CONTACTS) {
      const n = next++;
      const fields = { email: `person${n}@receiver.test` };
      contactIds[n] = (await saveContact({ store, clock, ids }, origin, fields)).contactId;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  const { contacts } = await openReadModels(documents, projectionsFor(1));
  const last = contactIds.slice(-2 * IN_FLIGHT);
  while ((await contacts.getMany(last)).size < last.length) await sleep(100);
  return contactIds;
}
async function mailsOf(customer, outbox) {
  const emailIds = [];
  const mail = { from: "a@sender.test", to: "b@receiver.test", subject: "s", text: "Hello" };
  for (let n = 0; n < MAILS; n++)
    emailIds.push((await posted(customer, "/v1/emails", Buffer.from(JSON.stringify(mail)))).id);
  while (readdirSync(outbox).length < MAILS) await sleep(100);
  return emailIds;
}
export {
  withData
};
//# sourceMappingURL=neighbourData.js.map
