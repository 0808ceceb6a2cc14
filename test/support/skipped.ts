/** Says that something could not be tested here, and why; the runner repeats it at the end. */
export function skipped(reason: string): void {
  console.log(`SKIPPED: ${reason}`);
}
