// tools/docs/migrating.ts
import { everyField } from "../../src/api/compat/fieldTable.js";
import { mailSendFields } from "../../src/api/compat/mailSendFields.js";
import { batchFields, sendFields } from "../../src/api/compat/sendFields.js";
import { bodyAndPath, both, personalizations } from "./migratingTexts.js";
import { notice } from "./notice.js";
function migratingPage() {
  const parts = [
    "# Moving here",
    notice,
    both,
    bodyAndPath,
    "### Its fields",
    "",
    ...tableOf(sendFields),
    "",
    "In a batch (`POST /emails/batch`) the same fields, but:",
    "",
    ...tableOf(differing(batchFields, sendFields)),
    "",
    personalizations,
    "### Its fields",
    "",
    ...tableOf(mailSendFields)
  ];
  return `${parts.join("\n").trimEnd()}
`;
}
function tableOf(table) {
  const rows = everyField(table).map(([name, field]) => `| \`${name}\` | ${outcome(field)} |`);
  return ["| field | what happens |", "|---|---|", ...rows];
}
function outcome(field) {
  if (field.fate === "refused")
    return field.switchOf === void 0 ? `**Refused.** ${field.instead}` : `**Refused** unless \`enable\` is \`false\`. ${field.instead}`;
  const required = field.required ? " Required." : "";
  return `Becomes ${field.becomes}.${required}${field.note ? ` ${field.note}` : ""}`;
}
var differing = (table, from) => Object.fromEntries(
  Object.entries(table).filter(([name, field]) => field.fate === "refused" && from[name] !== field)
);
export {
  migratingPage
};
//# sourceMappingURL=migrating.js.map
