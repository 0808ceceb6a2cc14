/** The middle of several runs: what is quoted. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which that share of the values lies: 0.99 for the p99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function line(name: string, value: string): void {
  console.log(`${name.padEnd(58)} ${value}`);
}

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

export const ratio = (value: number): string => value.toFixed(2);
