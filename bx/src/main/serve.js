// src/main/serve.ts
import { systemdReady } from "../adapters/node/systemdReady.js";
import { startBackground } from "./background/background.js";
import { hintGrowth, sharedHints } from "./background/sharedHints.js";
import { firstKeyFile } from "./firstKeyFile.js";
import { openPorts } from "./ports.js";
import { refuseAddresses } from "./refuseAddresses.js";
import { refusePorts } from "./refusePorts.js";
import { startService } from "./service.js";
async function serve(settings, { env, asked, isNew = false, showFirstKey, checks }) {
  refuseAddresses(settings);
  await refusePorts(settings);
  const ports = await openPorts(settings, settings.POSTLEDGER_LOG_LEVEL, { isNew });
  const { metrics, clock, log } = ports;
  const ready = async (starting) => {
    const service = await starting;
    if (!asked.aborted) await systemdReady(env, log);
    return service;
  };
  const firstKey = firstKeyFile(settings.POSTLEDGER_DATA, { ids: ports.ids, log, show: showFirstKey });
  if (settings.POSTLEDGER_ROLES !== "all")
    return ready(startService(settings, ports, { asked, firstKey, checks }));
  const send = (channel, message) => background.hint(channel, message);
  const { hints, receive } = sharedHints(ports.hints, settings.REDIS_URL === void 0 ? send : null);
  const background = startBackground({ env, onHint: receive, clock, log, metrics });
  hintGrowth({ ...ports, hints });
  const both = {
    ...ports,
    hints,
    metrics: {
      ...metrics,
      gauges: async (names) => metrics.gauges(names, await background.metrics() ?? void 0),
      exposition: async () => {
        const measured = await background.metrics();
        return metrics.exposition(
          measured === null ? void 0 : { process: "background", metrics: measured }
        );
      }
    }
  };
  return ready(
    startService({ ...settings, POSTLEDGER_ROLES: "api" }, both, { asked, background, firstKey, checks })
  );
}
export {
  serve
};
//# sourceMappingURL=serve.js.map
