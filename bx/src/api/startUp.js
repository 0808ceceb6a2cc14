// src/api/startUp.ts
import { unavailable } from "./errors.js";
var stillStarting = {
  sends: () => unavailable(
    "The service has just started and still reads what it must know before it sends; try again in a moment."
  ),
  key: () => unavailable("The service has just started and does not know every API key yet; try again in a moment.")
};
export {
  stillStarting
};
//# sourceMappingURL=startUp.js.map
