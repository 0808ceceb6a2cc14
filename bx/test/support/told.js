// test/support/told.ts
function told(line) {
  console.log(`TOLD: ${line}`);
}
export {
  told
};
//# sourceMappingURL=told.js.map
