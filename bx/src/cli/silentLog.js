// src/cli/silentLog.ts
var silentLog = { debug: () => {
}, info: () => {
}, warn: () => {
}, error: () => {
} };
export {
  silentLog
};
//# sourceMappingURL=silentLog.js.map
