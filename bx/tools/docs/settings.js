// tools/docs/settings.ts
import { fileNameOf, settingGroups } from "../../src/config.js";
import { notice } from "./notice.js";
function settingsPage() {
  const groups = Object.entries(settingGroups).flatMap(([title, group]) => [
    "",
    `## ${title}`,
    "",
    "| setting | default | meaning | must be |",
    "|---|---|---|---|",
    ...Object.entries(group).map(rowOf)
  ]);
  const parts = [
    "# Settings",
    notice,
    "Settings are environment variables, read once at the start; what is not valid is named and nothing starts. An",
    "empty variable counts as unset, a `POSTLEDGER_` name that is not in this table is refused. A secret can come from a file",
    "instead, which `NAME_FILE` names: so an orchestrator's secrets stay out of the environment.",
    "`postledger config` shows the values in force, `postledger doctor` tries what they name.",
    ...groups
  ];
  return `${parts.join("\n")}
`;
}
function rowOf([name, { fallback, about, expected, example, isSecret }]) {
  const standard = fallback === void 0 ? "unset" : fallback === "" ? "empty" : `\`${String(fallback)}\``;
  const secret = isSecret ? ` Secret: never shown or logged; or \`${fileNameOf(name)}\`.` : "";
  const shown = example.includes("`") ? example : `\`${example}\``;
  return `| \`${name}\` | ${standard} | ${about}${secret} | ${expected}, such as ${shown} |`;
}
export {
  settingsPage
};
//# sourceMappingURL=settings.js.map
