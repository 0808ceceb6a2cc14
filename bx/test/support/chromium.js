// test/support/chromium.ts
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { fileSkipped } from "./skipped.js";
var PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
async function installedChromium() {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (executablePath === void 0) {
    const reason = "no chromium is installed (apt-get install chromium)";
    if (process.env.CI) throw new Error(reason);
    return fileSkipped(reason);
  }
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
export {
  installedChromium
};
//# sourceMappingURL=chromium.js.map
