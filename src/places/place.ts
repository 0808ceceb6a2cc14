import type { Ports } from '../ports/ports.ts';
import type { Person } from './person.ts';

/** What is searched: a ledger with its data folder. */
export interface Held extends Pick<Ports, 'store' | 'documents' | 'blobs' | 'clock'> {
  readonly folder: string;
}

export type HeldToCut = Held & Pick<Ports, 'cutParts'>;

export interface Search {
  /** Names, within the place, of what is about a person or mentions one. */
  find(held: Held, person: Person): AsyncIterable<string>;
  /** Removes what was found, durably, and every byte of it. The caller knows who else needs it: a part or a blob may be of several people. */
  cut(held: HeldToCut, names: readonly string[]): Promise<void>;
}

/** Somewhere where a person's data may be. */
export interface PersonalPlace {
  readonly name: string;
  /** What it holds of whom. */
  readonly holds: string;
  /** How long. */
  readonly kept: string;
  /** Its files, by their path in the data folder. */
  readonly files: RegExp | null;
  /** Its collections, by their name in the document store. */
  readonly collections: RegExp | null;
  /** `out of reach`: the service has no handle on it, and people have to look there. */
  readonly search: Search | 'nothing personal' | 'out of reach';
}

/** A row of the table. @param search made for these files or collections where it is of any */
export function row(
  name: string,
  holds: string,
  kept: string,
  search: PersonalPlace['search'] | ((where: RegExp) => Search),
  files: RegExp | null = null,
  collections: RegExp | null = null,
): PersonalPlace {
  const made = typeof search === 'function' ? search(collections ?? files ?? /^$/) : search;
  return { name, holds, kept, files, collections, search: made };
}
