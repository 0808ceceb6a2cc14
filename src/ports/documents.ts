import type { Position } from '../events/event.ts';

/** Value of an indexed field. A document whose field is absent or null is left out of that index. */
export type IndexValue = string | number | boolean;

/**
 * A collection of documents and the indexes its queries need. An index is a list of top-level fields, ascending;
 * it can be read in both directions. `name` contains all that the fold depends on (version, partition count), so
 * that a change starts a new collection, rebuilt from the log.
 */
export interface CollectionDefinition {
  readonly name: string;
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** Whether its documents are `Findable`, and found by parts of their texts. */
  readonly hasParts?: true;
}

/** A document that is found by parts of its texts. */
export interface Findable {
  /** What is searched at a time: a workspace and a kind of thing, as `{uuid}/{kind}`. */
  readonly place: string;
  /** By what they say, each as `foldedText` gives it. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface PartQuery {
  readonly place: string;
  /** At least `SHORTEST_PART` letters, as `foldedText` gives them. */
  readonly part: string;
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface FoundParts {
  readonly keys: readonly string[];
  /** Null at the end. There may be more even when fewer than `limit` were found: a page looks at only so many documents. */
  readonly next: string | null;
}

/** Letters of a part, as people count them: an index of three letters each finds nothing shorter. */
export const SHORTEST_PART = 3;

/** A text as it is compared: compatible forms and letter case are the same, and so are blanks, of which no line of controls is left. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A document with the position of the last event that changed it. */
export interface Stored<Document> {
  readonly key: string;
  readonly position: Position;
  readonly document: Document;
}

/** `document: null` removes the document and keeps its position, so that an older write cannot restore it. */
export interface DocumentWrite<Document> {
  readonly key: string;
  readonly position: Position;
  readonly document: Document | null;
}

/** Place after which a page starts: the index values and the key of the last document before it. */
export interface PageCursor {
  readonly values: readonly IndexValue[];
  readonly key: string;
}

export interface PageQuery {
  readonly index: string;
  /** Leading index fields that must equal these values. */
  readonly equals?: readonly IndexValue[];
  /** Bounds on the field after the `equals` ones, both inclusive. */
  readonly from?: IndexValue;
  readonly to?: IndexValue;
  /** Exclusive. `values` are those of all fields of the index. */
  readonly after?: PageCursor;
  readonly descending?: boolean;
  readonly limit: number;
}

/**
 * Read models. Writes are guarded by position: the writer that folded further wins, in any order.
 * Documents are plain JSON objects. Methods reject with `DocumentsUnavailable` when the store cannot be reached.
 */
export interface Collection<Document extends object> {
  get(key: string): Promise<Stored<Document> | null>;
  /** Includes removed documents, as `document: null` with their position: a fold needs these before it writes. */
  getForFold(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { position: Position; document: Document | null }>>;
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<Document>>>;
  /**
   * Writes each document unless the stored one is at the same or a later position. Not atomic over documents; `isOrdered`: of a
   * call that fails or is broken off only the first documents are there, in the order of the writes. Absent: any of them may be.
   */
  writeMany(writes: readonly DocumentWrite<Document>[]): Promise<void>;
  readonly isOrdered?: true;
  /**
   * Removes documents with their positions, as if they had never existed: the next write succeeds at any position.
   * Only for a caller that knows that no one else writes them.
   */
  forget(keys: readonly string[]): Promise<void>;
  /** Documents in index order, then by key. The cost depends on the page, not on the size of the collection. */
  page(query: PageQuery): Promise<readonly Stored<Document>[]>;
  /** Every document in key order: for verification and export, not for requests. */
  scan(): AsyncIterable<Stored<Document>>;
  /**
   * Keys of the documents of a place with the part in one of their texts, about the newest first. Embedded documents are found by any
   * part; those of MongoDB by the beginnings of words, and no more than a thousand. Absent without `hasParts`.
   */
  byPart?(query: PartQuery): Promise<FoundParts>;
}

/** Names of two collections: `by` replaces `name`. */
interface Replacement {
  readonly name: string;
  readonly by: string;
}

export interface Documents {
  /**
   * Opens a collection, and creates it with its indexes when it does not exist. A collection that will replace another
   * (`inPlaceOf`, by its name) gets the same layout; rejects with an Error that gives the reason when that is impossible.
   */
  collection<Document extends object>(
    definition: CollectionDefinition,
    options?: { readonly inPlaceOf?: string },
  ): Promise<Collection<Document>>;
  /** Removes a collection with all its documents. */
  drop(name: string): Promise<void>;
  /**
   * Replaces each collection `name`, which need not exist, by `by`: from then on every process that has `name` open
   * reads and writes the contents of `by`. The indexes must be the same. A pair is skipped when `by` does not exist. The
   * embedded store replaces all pairs of a file in one step; MongoDB renames one after another, each in one step.
   */
  replace(pairs: readonly Replacement[]): Promise<void>;
  /** Names of the collections that exist. */
  list(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable';
  constructor(reason: string, options?: { cause?: unknown }) {
    super(`the document store is unavailable: ${reason}`, options);
  }
}
