// test/support/testRun.ts
var SEED = Number(process.env.TEST_SEED ?? 1);
var RUN_ALL = process.env.TEST_ALL === "1";
export {
  RUN_ALL,
  SEED
};
//# sourceMappingURL=testRun.js.map
