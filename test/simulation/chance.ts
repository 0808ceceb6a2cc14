import { createHash } from 'node:crypto';
import { type Random, seededRandom } from '../support/seededRandom.ts';

/** All chance of one part of the world. What another part draws shifts nothing here. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** True in so many cases of one. */
  is(probability: number): boolean;
  /** From `low` to below `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  of<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** The chance that belongs to a name under a seed. The same two always give the same draws. */
export function chanceOf(seed: number, name: string): Chance {
  const random: Random = seededRandom(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE());
  const between = (low: number, high: number) => low + random() * (high - low);
  return {
    next: random,
    is: (probability) => random() < probability,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    of: (values) => values[Math.floor(random() * values.length)] ?? values[0],
  };
}
