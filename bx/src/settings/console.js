// src/settings/console.ts
import { listenHost, portOrOff, webOrigin } from "./forms.js";
import { optional, setting } from "./setting.js";
var consoleSettings = {
  POSTLEDGER_CONSOLE_PORT: optional(
    portOrOff(3026),
    "Port of the console, in the process that answers customers; `off`: there is none; unset: 3026 with the embedded log, off with engines; 0 picks a free one."
  ),
  POSTLEDGER_CONSOLE_HOST: setting(
    listenHost,
    "127.0.0.1",
    "Address that the console listens on; another one than this machine needs POSTLEDGER_CONSOLE_URL."
  ),
  POSTLEDGER_CONSOLE_URL: optional(
    webOrigin("https://console.example.com"),
    "Address at which people reach the console, through a proxy: it begins with https://; unset: http://127.0.0.1 and localhost."
  )
};
export {
  consoleSettings
};
//# sourceMappingURL=console.js.map
