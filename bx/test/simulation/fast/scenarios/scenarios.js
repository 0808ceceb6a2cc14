// test/simulation/fast/scenarios/scenarios.ts
import { killedRenderer } from "./killedRenderer.js";
import { quietService } from "./quietService.js";
var SCENARIOS = [quietService, killedRenderer];
export {
  SCENARIOS
};
//# sourceMappingURL=scenarios.js.map
