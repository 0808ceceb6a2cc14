/** The middle of several runs: what is quoted. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function line(name: string, value: string): void {
  console.log(`${name.padEnd(58)} ${value}`);
}

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

export const ratio = (value: number): string => value.toFixed(2);
