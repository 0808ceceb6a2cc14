// src/cli/commands/config.ts
import { everySetting, fileNameOf } from "../../config.js";
import { listing } from "../answer.js";
var config = (program, cli) => {
  const command = program.command("config").description("show every setting and where its value comes from");
  cli.action(command, async ({ settings, host: { env } }) => {
    const rows = everySetting.map(([name, { isSecret, about }]) => {
      const value = settings[name] ?? null;
      return {
        name,
        value: isSecret && value !== null ? "(set, not shown)" : value,
        from: sourceOf(name, value, env),
        about
      };
    });
    return {
      data: rows,
      text: listing(
        ["SETTING", "VALUE", "FROM", "MEANING"],
        rows.map(({ name, value, from, about }) => [name, value, from, about]),
        ""
      )
    };
  });
};
function sourceOf(name, value, env) {
  if (env[name]) return "environment";
  if (value === null) return "unset";
  return env[fileNameOf(name)] ? "file" : "default";
}
export {
  config
};
//# sourceMappingURL=config.js.map
