// src/sender/email/composeEmail.ts
import { loadAttachments } from "./emailBody.js";
import { messageOf } from "./mime.js";
import { recipientCopies } from "./recipientCopies.js";
import { deliveryRefs } from "./returnPath.js";
async function composeEmail({ composer, links, signing, returnPath }, blobs, emailId, { data, atMs, workspace }, body) {
  const attachments = await loadAttachments(blobs, data);
  const content = messageOf(emailId, data, atMs, { ...body, attachments }, returnPath.messageIdOf(emailId));
  const composed = await composer.compose(content);
  const copyFor = recipientCopies(data, body.html, links, body.text);
  const signer = await signing?.signerFor(workspace, data.from);
  const refOf = deliveryRefs(emailId, data);
  return {
    sender: returnPath.senderOf(emailId, data),
    reportsComeBack: returnPath.reportsComeBack,
    dkim: signer?.dkim ?? [],
    raw: (recipient) => {
      const raw = composed.copy(copyFor(refOf(recipient)));
      return signer?.sign(raw) ?? raw;
    }
  };
}
export {
  composeEmail
};
//# sourceMappingURL=composeEmail.js.map
