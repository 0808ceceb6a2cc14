/** Says that the test that runs could not be made here, and why; the runner repeats it at the end, and counts it so. */
export function skipped(reason: string): void {
  console.log(`SKIPPED: ${reason}`);
}

/** Says that nothing of a test file can run here, and ends its process. To be called before a test is registered. */
export function fileSkipped(reason: string): never {
  console.log(`SKIPPED: the whole file: ${reason}`);
  process.exit(0);
}
