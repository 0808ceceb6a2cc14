// src/cli/timeRange.ts
import { instant } from "../ports/clock.js";
import { momentMs } from "./argumentParsers.js";
import { CliError } from "./cli.js";
function timeRange({ options, ledger: { clock } }) {
  const nowMs = clock.nowMs();
  const time = (given) => typeof given === "string" ? instant(momentMs(given, nowMs)) : void 0;
  const range = { since: time(options.since), until: time(options.until) };
  if (range.since !== void 0 && range.until !== void 0 && range.until < range.since)
    throw new CliError("--until lies before --since.", "usage");
  return range;
}
export {
  timeRange
};
//# sourceMappingURL=timeRange.js.map
