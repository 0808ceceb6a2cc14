// test/house/runner/namedSuite.ts
import { suite as uvuSuite } from "uvu";
export * from "uvu";
var WANTED = process.env.TEST_MATCH?.toLowerCase();
function suite(name = "", state) {
  const whole = uvuSuite(name, state);
  if (WANTED === void 0) return whole;
  let left = 0;
  const chosen = (title, handler) => {
    if (!`${name} ${title}`.toLowerCase().includes(WANTED)) return;
    left += 1;
    whole(title, handler);
  };
  const run = () => {
    if (left > 0) whole.run();
  };
  return Object.assign(chosen, whole, { run });
}
export {
  suite
};
//# sourceMappingURL=namedSuite.js.map
