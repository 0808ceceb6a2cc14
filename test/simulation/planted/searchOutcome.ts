/** The first line that a search prints: everything was loaded. Behind it comes what it found. */
export const BEGUN = 'begun';

/** What was found, and where. */
export interface Found {
  /** `seed 3`, or the name of a scenario. */
  readonly by: string;
  readonly rule: string;
  readonly what: string;
}

/** What a search came to. `found` null: nothing was found within the processor time that it had. */
export interface Search {
  readonly found: Found | null;
  /** How many seeds were lived through. */
  readonly seeds: number;
  readonly processorMs: number;
}
