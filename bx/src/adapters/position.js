// src/adapters/position.ts
import { BEFORE_ALL, BEGINNING } from "../events/event.js";
var POSITION = new RegExp(`^\\d{${BEGINNING.length}}$`);
function positionAt(place) {
  return String(place).padStart(BEGINNING.length, "0");
}
function readPosition(text) {
  if (!POSITION.test(text) && text !== BEFORE_ALL)
    throw new TypeError(`${JSON.stringify(text)} is no position`);
  return text;
}
export {
  positionAt,
  readPosition
};
//# sourceMappingURL=position.js.map
