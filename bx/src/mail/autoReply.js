// src/mail/autoReply.ts
import { fieldOf } from "./headerFields.js";
var SUBJECTS = /^(?:re: ?|aw: ?)?\W{0,3}(?:auto(?:matic|mated|-)? ?(?:reply|response|answer)|autoreply|out of (?:the )?office|i am (?:currently )?(?:away|out)|vacation|abwesen|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|fuori sede|автоответ)/i;
function isFromMailSystem(fields, sender) {
  const from = fieldOf(fields, "from");
  return sender === "" || /mailer-?daemon|postmaster|mail delivery (?:sub)?system|microsoftexchange/i.test(from);
}
function isAutoReply(fields, subject) {
  if (fields.has("x-failed-recipients")) return false;
  if (SUBJECTS.test(subject)) return true;
  if (["x-autoreply", "x-autorespond", "x-autoresponder"].some((name) => fields.has(name))) return true;
  if (/auto_?reply/i.test(fieldOf(fields, "precedence"))) return true;
  const automatic = /^auto-(?:replied|notified)/i.test(fieldOf(fields, "auto-submitted"));
  return automatic && !isFromMailSystem(fields, fieldOf(fields, "from"));
}
export {
  isAutoReply,
  isFromMailSystem
};
//# sourceMappingURL=autoReply.js.map
