// src/config.ts
import { readFileSync } from "node:fs";
import { consoleSettings } from "./settings/console.js";
import { engineSettings } from "./settings/engines.js";
import { mailSettings } from "./settings/mail.js";
import { serverSettings } from "./settings/server.js";
import { smsSettings } from "./settings/sms.js";
import { submissionSettings } from "./settings/submission.js";
import { webhookSettings } from "./settings/webhooks.js";
var settingGroups = {
  Server: serverSettings,
  Console: consoleSettings,
  Engines: engineSettings,
  Mail: mailSettings,
  Submission: submissionSettings,
  SMS: smsSettings,
  Webhooks: webhookSettings
};
var settingsTable = {
  ...serverSettings,
  ...consoleSettings,
  ...engineSettings,
  ...mailSettings,
  ...submissionSettings,
  ...smsSettings,
  ...webhookSettings
};
var everySetting = Object.entries(settingsTable);
var SettingsInvalid = class extends Error {
  name = "SettingsInvalid";
};
function readSettings(env) {
  const faults = [];
  const settings = {};
  for (const [name, one] of everySetting) {
    const text = textOf(name, one, env, (fault) => faults.push(fault));
    if (text === void 0) settings[name] = one.fallback;
    else {
      settings[name] = text === text.trim() ? one.read(text) : void 0;
      if (settings[name] === void 0)
        faults.push(
          `${name} must be ${one.expected}, such as ${one.example}${one.isSecret ? "" : `; it is '${shortened(text)}'`}.`
        );
    }
  }
  for (const name of Object.keys(env)) {
    const isFile = everySetting.some(([known, { isSecret }]) => isSecret && name === fileNameOf(known));
    if (name.startsWith("POSTLEDGER_") && !(name in settingsTable) && !isFile)
      faults.push(`${name} is no setting of this service.`);
  }
  if (faults.length > 0) throw new SettingsInvalid(faults.join("\n"));
  return settings;
}
var fileNameOf = (name) => `${name}_FILE`;
function textOf(name, { isSecret }, env, onFault) {
  const text = env[name] || void 0;
  const path = isSecret ? env[fileNameOf(name)] || void 0 : void 0;
  if (path === void 0) return text;
  if (text !== void 0) onFault(`${name} and ${fileNameOf(name)} are both set: only one of them may be.`);
  try {
    const content = readFileSync(path, "utf8").trim();
    if (content === "") onFault(`${fileNameOf(name)} must be a file with a value in it: ${path} is empty.`);
    return content || void 0;
  } catch (error) {
    onFault(`${fileNameOf(name)} must be a file that can be read: ${error.code}.`);
    return void 0;
  }
}
var SHOWN = 60;
var shortened = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}\u2026` : text).replace(/\/\/.*@/, "//\u2026@");
var version = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
export {
  SettingsInvalid,
  everySetting,
  fileNameOf,
  readSettings,
  settingGroups,
  version
};
//# sourceMappingURL=config.js.map
