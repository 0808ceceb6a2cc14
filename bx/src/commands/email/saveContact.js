// src/commands/email/saveContact.ts
import { contact, contactIdOf } from "../../events/contact.js";
import { changedFields } from "../kernel/changedFields.js";
import { handle } from "../kernel/decider.js";
var contactDecider = {
  initial: {},
  evolve: (known, { data }) => ({ ...known, ...data }),
  decide: (fields, known) => {
    const changes = changedFields(OPTIONAL_FIELDS, known, fields);
    const hasChanged = Object.keys(changes).length > 0 || fields.email !== known.email;
    return hasChanged ? [{ type: "ContactSaved", data: { ...changes, email: fields.email } }] : [];
  }
};
var OPTIONAL_FIELDS = ["firstName", "lastName", "phone", "subscribed", "tags", "customFields"];
function normalisedAddress(address) {
  const at = address.lastIndexOf("@");
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
async function saveContact(ledger, origin, fields) {
  const email = normalisedAddress(fields.email);
  const contactId = contactIdOf(origin.workspace, email);
  const command = { ...fields, email };
  const { position } = await handle(ledger, origin, contact.stream(contactId), contactDecider, command);
  return { contactId, position };
}
export {
  contactDecider,
  normalisedAddress,
  saveContact
};
//# sourceMappingURL=saveContact.js.map
