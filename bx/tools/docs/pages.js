// tools/docs/pages.ts
import { architecturePage } from "./architecture.js";
import { bouncesPage } from "./bounces.js";
import { commandsPage } from "./commands.js";
import { decisionsPage } from "./decisions.js";
import { eventsPage } from "./events.js";
import { metricsPage } from "./metrics.js";
import { migratingPage } from "./migrating.js";
import { architecturePicture } from "./picture.js";
import { settingsPage } from "./settings.js";
import { thirdPartyPage } from "./thirdParty.js";
function generatedPages() {
  return /* @__PURE__ */ new Map([
    ["ARCHITECTURE.md", architecturePage()],
    ["docs/architecture.svg", architecturePicture()],
    ["docs/bounces.md", bouncesPage()],
    ["docs/commands.md", commandsPage()],
    ["docs/decisions/README.md", decisionsPage()],
    ["docs/events.md", eventsPage()],
    ["docs/metrics.md", metricsPage()],
    ["docs/migrating.md", migratingPage()],
    ["docs/settings.md", settingsPage()],
    ["THIRD-PARTY.md", thirdPartyPage()]
  ]);
}
export {
  generatedPages
};
//# sourceMappingURL=pages.js.map
