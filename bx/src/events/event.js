// src/events/event.ts
var BEGINNING = "00000000000000000000";
var plainPosition = (position) => position.replace(/^0+(?=\d)/, "");
var BEFORE_ALL = "0";
export {
  BEFORE_ALL,
  BEGINNING,
  plainPosition
};
//# sourceMappingURL=event.js.map
