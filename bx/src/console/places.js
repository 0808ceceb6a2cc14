// src/console/places.ts
import { ConsoleFault } from "./page.js";
var placeText = (place) => JSON.stringify(place);
function placeIn(text) {
  if (text === void 0) return void 0;
  try {
    const { values, key } = JSON.parse(text);
    const isRight = Array.isArray(values) && values.every((value) => typeof value === "string") && typeof key === "string";
    if (isRight) return { values, key };
  } catch {
  }
  throw new ConsoleFault(400, "after is no place of a list: begin at its first page.");
}
export {
  placeIn,
  placeText
};
//# sourceMappingURL=places.js.map
