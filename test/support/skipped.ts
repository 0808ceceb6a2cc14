/**
 * Says that the test that runs could not be made here, and why; the runner repeats it at the end, and counts it so.
 * The reason ends with what to do about it: the package to install, or the command to run.
 */
export function skipped(reason: string): void {
  console.log(`SKIPPED: ${reason}`);
}

/**
 * Says that nothing of a test file can run here, and why, and ends its process. To be called before a suite is
 * registered: afterwards it would end the process in the middle of a run, with a status that says nothing true.
 */
export function fileSkipped(reason: string): never {
  if (isSuiteRegistered())
    throw new Error(
      `fileSkipped was called after a suite was registered: ask for it at the top of the test file (${reason})`,
    );
  console.log(`SKIPPED: the whole file: ${reason}`);
  process.exit(0);
}

/** Whether any `suite.run()` was called in this process: uvu keeps what is to run, and what runs, in a global list. */
function isSuiteRegistered(): boolean {
  const queue: unknown = Reflect.get(globalThis, 'UVU_QUEUE');
  return Array.isArray(queue) && queue.flat().some((entry) => typeof entry === 'function');
}
