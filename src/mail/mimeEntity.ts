import { inOneLine } from '../events/fieldPatterns.ts';
import { paramsIn } from './mimeParams.ts';
import { fieldText, type RawField, rawFields } from './rawFields.ts';

/** A message, or a part of one (RFC 2045, section 2.4), by its places in the bytes. */
export interface MimeEntity {
  /** Where its header begins, its content begins, and its content ends. */
  readonly start: number;
  readonly bodyAt: number;
  readonly end: number;
  readonly fields: readonly RawField[];
  /** Media type in lower case, without parameters. */
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** Content-Transfer-Encoding in lower case. */
  readonly encoding: string;
  /** In one line; empty where there is none. */
  readonly filename: string;
  /** Whether its Content-Disposition says so. */
  readonly isAttachment: boolean;
  /** The parts of a multipart, or the one message inside a `message/rfc822`. */
  readonly children: readonly MimeEntity[];
  /** Signed or encrypted, or inside such a part: its bytes are not to change. */
  readonly isSealed: boolean;
}

/** A deeper part is not taken apart. */
const MAX_DEPTH = 30;
const MAX_PARTS = 1_000;
const SEALED = /^(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)$/;
const MEDIA_TYPE = /^[ \t]*([^\s;/()]+\/[^\s;/()]+)/;

/** Takes a message with CRLF line ends apart. @throws Error when it has more than a thousand parts */
export function mimeEntity(raw: Buffer): MimeEntity {
  let parts = 0;
  const entityIn = (start: number, to: number, above: Above): MimeEntity => {
    if (++parts > MAX_PARTS) throw new Error('the message has too many parts');
    const { fields, bodyAt } = rawFields(raw, start, to);
    const end = Math.max(bodyAt, to);
    const given = fieldText(fields, 'content-type');
    const type = given === undefined ? above.ownType : (MEDIA_TYPE.exec(given)?.[1] ?? UNKNOWN).toLowerCase();
    const params = paramsIn(given ?? '');
    const encoding = (fieldText(fields, 'content-transfer-encoding') ?? '').toLowerCase();
    const disposition = fieldText(fields, 'content-disposition') ?? '';
    const filename = withoutFolders(paramsIn(disposition).get('filename') || params.get('name') || '');
    const isAttachment = /^attachment\b/i.test(disposition);
    const isSealed = above.isSealed || SEALED.test(type);
    const below = { isSealed, depth: above.depth + 1, ownType: ofDigest(type) };
    const isOpen = below.depth <= MAX_DEPTH && !/^(?:base64|quoted-printable)$/.test(encoding);
    const ranges = isOpen ? rangesIn(raw, { type, bodyAt, end, boundary: params.get('boundary') }) : [];
    const children = ranges.map(([from, until]) => entityIn(from, until, below));
    const content = { type, params, encoding, filename, isAttachment };
    return { start, bodyAt, end, fields, ...content, children, isSealed };
  };
  return entityIn(0, raw.length, { isSealed: false, depth: 0, ownType: 'text/plain' });
}

interface Above {
  readonly isSealed: boolean;
  readonly depth: number;
  /** Of a part without a Content-Type. */
  readonly ownType: string;
}

/** Of a Content-Type that cannot be read (RFC 2045, section 5.2). */
const UNKNOWN = 'application/octet-stream';

/** Some programs put a path before the name (RFC 2183, section 2.3). */
const withoutFolders = (name: string) =>
  inOneLine(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));

const ofDigest = (type: string) => (type === 'multipart/digest' ? 'message/rfc822' : 'text/plain');

interface Content {
  readonly type: string;
  readonly bodyAt: number;
  readonly end: number;
  readonly boundary: string | undefined;
}

/** Where the parts begin and end (RFC 2046, section 5.1.1): the line end before a boundary belongs to the boundary. */
function rangesIn(raw: Buffer, { type, bodyAt, end, boundary }: Content): [number, number][] {
  if (type === 'message/rfc822') return [[bodyAt, end]];
  if (!type.startsWith('multipart/') || !boundary) return [];
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const ranges: [number, number][] = [];
  let from = -1;
  for (let at = raw.indexOf(mark, bodyAt - 2); at >= 0 && at < end; ) {
    const after = at + mark.length;
    const lineEnd = raw.indexOf('\r\n', after);
    const ends = lineEnd < 0 || lineEnd > end ? end : lineEnd;
    const rest = raw.toString('latin1', after, ends).trimEnd();
    if (rest === '' || rest === '--') {
      if (from >= 0) ranges.push([from, Math.max(from, at)]);
      from = Math.min(ends + 2, end);
      if (rest === '--') return ranges;
      // The line end may begin the next boundary, where a part is empty.
      at = raw.indexOf(mark, ends);
    } else at = raw.indexOf(mark, after);
  }
  if (from >= 0) ranges.push([from, end]);
  return ranges;
}

/** The parts without parts, in their order; `intoMessages`: also those of messages inside the message. */
export function mimeLeaves(entity: MimeEntity, intoMessages: boolean): MimeEntity[] {
  const isWhole = entity.children.length === 0 || (entity.type === 'message/rfc822' && !intoMessages);
  return isWhole ? [entity] : entity.children.flatMap((child) => mimeLeaves(child, intoMessages));
}
