/** Says something that anyone who runs the tests should read even where all is well; the runner repeats it at the end. */
export function told(line: string): void {
  console.log(`TOLD: ${line}`);
}
