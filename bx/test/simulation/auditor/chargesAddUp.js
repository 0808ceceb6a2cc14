// test/simulation/auditor/chargesAddUp.ts
import { balances } from "../../../src/projections/balances.js";
import { openProjection } from "../../../src/runtime/fold/projection.js";
import { plainDocuments } from "../stores/plainStores.js";
import { segmentsOf } from "./texts.js";
var CHARGES = [
  {
    ...{ type: "EmailAccepted", call: "POST /v1/emails", account: "email", unit: "recipients" },
    unitsOf: (data) => data.recipients.length
  },
  {
    ...{ type: "SmsAccepted", call: "POST /v1/sms", account: "sms", unit: "segments" },
    unitsOf: (data) => segmentsOf(data.text)
  }
];
var chargesAddUp = {
  name: "the charges add up",
  async check(evidence) {
    const collection = await openProjection(plainDocuments(evidence.stores.documents), balances);
    const faults = [];
    for (const charge of CHARGES) {
      const inLog = chargedByLog(evidence, charge);
      const told = chargedByReceipts(evidence, charge);
      faults.push(...wronglyCharged(evidence, charge));
      for (const { name } of evidence.plan.clients) {
        const workspace = evidence.workspaceOf(name) ?? "";
        const [sum, toldSum] = [inLog.get(workspace) ?? 0, told.get(workspace) ?? 0];
        const balance = (await collection.get(workspace))?.document[charge.account] ?? 0;
        if (balance !== sum)
          faults.push({
            about: [workspace],
            what: `the balance of ${name} has ${balance} credits of ${charge.account}, the log ${sum}`
          });
        if (toldSum > sum)
          faults.push({
            about: [workspace],
            what: `the receipts of ${name} tell of ${toldSum} credits, the log of ${sum}`
          });
      }
    }
    return faults.map((fault) => ({ rule: this.name, atMs: null, ...fault }));
  }
};
function wronglyCharged({ events }, { type, unit, unitsOf }) {
  return events.flatMap((event) => {
    if (event.type !== type) return [];
    const { credits } = event.data;
    const units = unitsOf(event.data);
    if (credits === units) return [];
    return [{ about: [event.stream], what: `${event.stream} was charged ${credits} for ${units} ${unit}` }];
  });
}
function chargedByLog({ events }, { type }) {
  const sums = /* @__PURE__ */ new Map();
  for (const { type: own, data, metadata } of events) {
    if (own !== type) continue;
    const { credits } = data;
    sums.set(metadata.workspace, (sums.get(metadata.workspace) ?? 0) + credits);
  }
  return sums;
}
function chargedByReceipts({ journals }, { call }) {
  const sums = /* @__PURE__ */ new Map();
  const counted = /* @__PURE__ */ new Set();
  for (const line of journals.clients) {
    if (line.call !== call || line.status !== 202) continue;
    const { id, credits_consumed: credits } = line.answer;
    if (counted.has(id)) continue;
    counted.add(id);
    sums.set(line.workspace, (sums.get(line.workspace) ?? 0) + credits);
  }
  return sums;
}
export {
  chargesAddUp
};
//# sourceMappingURL=chargesAddUp.js.map
