// src/mail/deliveryStatus.ts
import { fieldGroups, fieldOf } from "./headerFields.js";
var MAX_RECIPIENTS = 100;
function deliveryStatus(content) {
  const groups = fieldGroups(content);
  const envelopeId = groups.map((group) => fieldOf(group, "original-envelope-id")).find((id) => id !== "");
  return {
    envelopeId: decodedXtext(envelopeId ?? ""),
    recipients: groups.slice(0, MAX_RECIPIENTS).flatMap(recipientStatus)
  };
}
function recipientStatus(group) {
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, "status"))?.[0] ?? null;
  const isOfRecipient = ["final-recipient", "original-recipient", "action"].some((name) => group.has(name));
  const action = actionOf(fieldOf(group, "action"), status);
  if (!isOfRecipient || action === null) return [];
  const [given = [], final = [], actual = []] = [
    "original-recipient",
    "final-recipient",
    "x-actual-recipient"
  ].map((name) => addressesIn(fieldOf(group, name)));
  const original = given.flatMap((address) => [address, decodedXtext(address)]);
  const diagnostic = fieldOf(group, "diagnostic-code").replace(/^\s*[\w-]{1,40}\s*;\s*/, "");
  const isTaken = action === "relayed" && group.has("remote-mta") && /^2\d\d(?!\d)/.test(diagnostic);
  const addresses = [.../* @__PURE__ */ new Set([...original, ...final, ...actual])];
  const finalAddresses = final.length > 0 ? final : [...new Set(original)];
  return [{ action: isTaken ? "delivered" : action, status, diagnostic, addresses, finalAddresses }];
}
function actionOf(text, status) {
  const [word = ""] = /^[a-z]+/.exec(text.trim().toLowerCase()) ?? [];
  switch (word) {
    case "failed":
    case "delayed":
    case "delivered":
    case "relayed":
    case "expanded":
      return word;
    case "failure":
      return "failed";
  }
  if (status === null) return null;
  if (status.startsWith("2")) return "delivered";
  return status.startsWith("4") ? "delayed" : "failed";
}
function addressesIn(field) {
  const address = field.slice(field.indexOf(";") + 1).trim();
  const bare = /<([^<>]*)>/.exec(address)?.[1] ?? address;
  return bare.includes("@") ? [bare.trim().slice(0, 320)] : [];
}
function decodedXtext(text) {
  return text.replace(/\+([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
export {
  deliveryStatus
};
//# sourceMappingURL=deliveryStatus.js.map
