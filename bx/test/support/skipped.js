// test/support/skipped.ts
function skipped(reason) {
  console.log(`SKIPPED: ${reason}`);
}
function fileSkipped(reason) {
  if (isSuiteRegistered())
    throw new Error(
      `fileSkipped was called after a suite was registered: ask for it at the top of the test file (${reason})`
    );
  console.log(`SKIPPED: the whole file: ${reason}`);
  process.exit(0);
}
function isSuiteRegistered() {
  const queue = Reflect.get(globalThis, "UVU_QUEUE");
  return Array.isArray(queue) && queue.flat().some((entry) => typeof entry === "function");
}
export {
  fileSkipped,
  skipped
};
//# sourceMappingURL=skipped.js.map
