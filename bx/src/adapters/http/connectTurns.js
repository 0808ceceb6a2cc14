// src/adapters/http/connectTurns.ts
var MAX_PER_TURN = 2;
function connectTurns() {
  let begun = 0;
  const waiting = [];
  const turn = () => {
    const now = waiting.splice(0, MAX_PER_TURN);
    begun = now.length;
    for (const begin of now) begin();
    if (begun > 0) setImmediate(turn);
  };
  return () => {
    if (begun === 0) setImmediate(turn);
    if (begun < MAX_PER_TURN) {
      begun++;
      return null;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
}
export {
  connectTurns
};
//# sourceMappingURL=connectTurns.js.map
