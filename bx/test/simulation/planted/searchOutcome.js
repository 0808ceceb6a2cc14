// test/simulation/planted/searchOutcome.ts
var BEGUN = "begun";
export {
  BEGUN
};
//# sourceMappingURL=searchOutcome.js.map
