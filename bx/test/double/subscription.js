// test/double/subscription.ts
var turn = () => new Promise((resolve) => setImmediate(resolve));
export {
  turn
};
//# sourceMappingURL=subscription.js.map
