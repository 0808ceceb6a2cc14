import { crc32 } from 'node:zlib';
import type { Position } from '../../../events/event.ts';
import type { Stored } from '../../../ports/documents.ts';
import { readPosition } from '../../position.ts';
import { textFrom } from './documentText.ts';

/** A row as statements read it: key, position, body and crc. The body of a removed document is null. */
export type DocumentRow = Readonly<Record<string, unknown>>;

export type FoundRow<Document> = { readonly position: Position; readonly document: Document | null };

/** A row that is not as it was written, in pages that SQLite could read. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
  constructor(key: string, options?: ErrorOptions) {
    super(`the document ${JSON.stringify(key)} is not as it was written`, options);
  }
}

/** CRC-32 of a row's key, position (of fixed width) and body as they are stored, as a signed number: it takes four bytes. */
export function documentCrc(key: string, position: string, body: string | null): number {
  return crc32(body ?? '', crc32(key + position)) | 0;
}

/**
 * The document of a row.
 * @param row its key is the one that was looked for, or that an index led by: both must be the row's own
 * @throws DamagedRow when its checksum differs, or it holds no position or no JSON
 */
export function foundIn<Document>({ key, position, body, crc }: DocumentRow): FoundRow<Document> {
  const [stored, place, text] = [String(key), String(position), body === null ? null : String(body)];
  if (documentCrc(stored, place, text) !== crc) throw new DamagedRow(textFrom(stored));
  try {
    return { position: readPosition(place), document: text === null ? null : (JSON.parse(text) as Document) };
  } catch (cause) {
    throw new DamagedRow(textFrom(stored), { cause });
  }
}

export function presentIn<Document>(
  key: string,
  { position, document }: FoundRow<Document>,
): Stored<Document> | null {
  return document === null ? null : { key, position, document };
}

/** None for a removed document. @throws DamagedRow when its checksum differs */
export function storedIn<Document>(row: DocumentRow): Stored<Document>[] {
  const stored = presentIn(textFrom(String(row.key)), foundIn<Document>(row));
  return stored === null ? [] : [stored];
}
