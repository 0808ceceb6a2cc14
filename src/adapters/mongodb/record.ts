import type { Position } from '../../events/event.ts';
import type {
  CollectionDefinition,
  DocumentWrite,
  Findable,
  IndexValue,
  Stored,
} from '../../ports/documents.ts';
import { readPosition } from '../position.ts';
import { beginningsOf, PARTS } from './beginnings.ts';
import { encodeValues } from './indexKey.ts';

/** A document as stored in MongoDB. A removed document still has `_id` and `position`, and `removedAt` for its expiry. */
export interface DocumentRecord {
  readonly _id: string;
  readonly position: Position;
  /** The document in MongoDB's own fields, as analysts read it. */
  readonly document: Readonly<Record<string, unknown>> | null;
  /** The whole document, where MongoDB's own fields cannot hold it exactly; then `document` is an excerpt. */
  readonly json?: string;
  /** For each declared index the key of the document in it. */
  readonly index?: Readonly<Record<string, string | readonly string[]>>;
  readonly removedAt?: Date;
}

/** MongoDB allows 100 levels; the record takes some itself. */
const MAX_DEPTH = 64;

export function toRecord(
  { key, position, document }: DocumentWrite<object>,
  { indexes, hasParts }: Pick<CollectionDefinition, 'indexes' | 'hasParts'>,
  nowMs: number,
): Omit<DocumentRecord, '_id'> {
  if (document === null) return { position, document: null, removedAt: new Date(nowMs) };
  const fields = document as Readonly<Record<string, unknown>>;
  const index = {
    ...indexEntries(key, fields, indexes),
    ...(hasParts && { [PARTS]: beginningsOf(document as Findable) }),
  };
  if (isExact(fields, 1)) return { position, document: fields, index };
  return { position, document: excerptOf(fields), json: JSON.stringify(fields), index };
}

export function fromRecord<Document extends object>(
  record: Pick<DocumentRecord, 'document' | 'json'>,
): Document | null {
  if (record.json !== undefined) return JSON.parse(record.json) as Document;
  return (record.document ?? null) as Document | null;
}

export function storedOf<Document extends object>(record: DocumentRecord): Stored<Document> | null {
  const document = fromRecord<Document>(record);
  return document === null ? null : { key: record._id, position: readPosition(record.position), document };
}

/** Keys in the indexes: the values of the index's fields, then the document's key, which orders equal values. */
function indexEntries(
  key: string,
  fields: Readonly<Record<string, unknown>>,
  indexes: CollectionDefinition['indexes'],
): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [name, indexed] of Object.entries(indexes)) {
    const values = indexed.map((field) => fields[field]);
    if (values.every(isIndexValue)) entries[name] = encodeValues([...values, key]);
  }
  return entries;
}

function isIndexValue(value: unknown): value is IndexValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Whether MongoDB returns the value unchanged: not so with `$` or `.` in names, invalid texts and deep nesting. */
function isExact(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((element) => isExact(element, depth + 1));
  return Object.entries(value).every(([name, element]) => isPlainName(name) && isExact(element, depth + 1));
}

function isPlainName(name: string): boolean {
  return !/[$.\0]/.test(name) && name !== '' && name !== '_bsontype' && isWellFormed(name);
}

/** Half of a surrogate pair has no UTF-8 form and would be returned as U+FFFD. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function excerptOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => isPlainName(name) && isExact(value, 1)),
  );
}
