import { isAscii, isUtf8 } from 'node:buffer';
import { isMessageId } from '../../events/messageId.ts';
import { isWritten } from '../../mail/messageTexts.ts';
import { type MimeEntity, mimeEntity } from '../../mail/mimeEntity.ts';
import { contentOf, plainText } from '../../mail/partContent.ts';
import { fieldText, type RawField, rawFields, textOfField } from '../../mail/rawFields.ts';
import { type HeaderField, type KeptMessage, Unsendable } from '../../ports/composer.ts';
import { headerFieldsOf, tokenField } from './headerFields.ts';
import { keptField } from './keptField.ts';
import { base64Lines, encodedText, isSendable, quotedPrintable, textEncoding } from './transferEncoding.ts';

/** Fields that only the way here needs, and those by which a customer's program controls this service. */
const REMOVED = /^(?:bcc|resent-bcc|return-path|x-postledger-.*)$/i;
/** The service's own are there instead. */
const REMOVED_ON_BROADCAST = /^list-unsubscribe(?:-post)?$/i;
/** What may not be encoded (RFC 2045, section 6.4; RFC 2046, section 5.2). */
const UNENCODABLE = /^(?:multipart\/.*|message\/(?:partial|external-body|rfc822))$/;

/**
 * A message that is sent as it came: its header field by field, its content byte for byte, but for parts that no server
 * takes, or that are given anew.
 */
export function keptMessage(raw: Buffer, isBroadcast: boolean): KeptMessage {
  const { fields, bodyAt } = rawFields(raw, 0, raw.length);
  const kept = fields.filter((field) => isKept(field, isBroadcast));
  const body = raw.subarray(bodyAt);
  let tree: MimeEntity | null = null;
  const message = () => {
    tree ??= mimeEntity(raw);
    return tree;
  };
  const piecesFor = (takes8Bit: boolean, anew: Anew): readonly Buffer[] => {
    if (anew.size === 0 && isSendable(body, takes8Bit)) return [headOf(kept, []), body];
    const edits = editsOf({ raw, takes8Bit, anew, kept }, message(), true);
    return edited(raw, edits);
  };
  const unchanged = piecesFor(true, new Map());
  const written = (kind: WrittenType) => {
    const part = writtenPart(message(), null, kind);
    return part && plainText(raw, part);
  };
  return {
    field: (name) => fieldText(kept, name.toLowerCase()) ?? '',
    html: () => written('text/html'),
    text: () => written('text/plain'),
    copy({ html, text = null, headers }) {
      const own = Buffer.from(headerFieldsOf(headers));
      const anew: Anew = new Map([
        ...(html === null ? [] : replacing(message(), 'text/html', html)),
        ...(text === null ? [] : replacing(message(), 'text/plain', text)),
      ]);
      // A part whose header may not change keeps its text, too.
      const pieces = anew.size === 0 ? unchanged : (orNull(() => piecesFor(true, anew)) ?? unchanged);
      const copy = { raw: Buffer.concat([own, ...pieces]) };
      if (isAscii(copy.raw)) return copy;
      return { ...copy, sevenBit: () => orNull(() => Buffer.concat([own, ...piecesFor(false, anew)])) };
    },
  };
}

function isKept(field: RawField, isBroadcast: boolean): boolean {
  const { name } = field;
  // One that is no id is made anew (RFC 6409, section 8.3).
  if (name.toLowerCase() === 'message-id') return isMessageId(textOfField(field));
  return !REMOVED.test(name) && !(isBroadcast && REMOVED_ON_BROADCAST.test(name));
}

type WrittenType = 'text/html' | 'text/plain';
/** Parts whose text is given anew. */
type Anew = ReadonlyMap<MimeEntity, string>;

/** The first part of the type that was written for a reader, and that may change. */
function writtenPart(part: MimeEntity, above: MimeEntity | null, type: WrittenType): MimeEntity | null {
  if (part.isSealed || part.type === 'message/rfc822') return null;
  if (part.children.length === 0) return part.type === type && isWritten(part, above) ? part : null;
  for (const child of part.children) {
    const found = writtenPart(child, part, type);
    if (found !== null) return found;
  }
  return null;
}

function replacing(message: MimeEntity, type: WrittenType, text: string): [MimeEntity, string][] {
  const part = writtenPart(message, null, type);
  return part === null ? [] : [[part, text]];
}

function orNull<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unsendable) return null;
    throw error;
  }
}

/** A stretch of the message in place of which other bytes go on. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
}

interface Editing {
  readonly raw: Buffer;
  readonly takes8Bit: boolean;
  readonly anew: Anew;
  /** The fields of the whole message that go on. */
  readonly kept: readonly RawField[];
}

/** What has to be other bytes, in its order. @throws Unsendable where something must not be */
function editsOf(editing: Editing, part: MimeEntity, isWhole = false): Edit[] {
  const { raw, takes8Bit, anew, kept } = editing;
  const { start, bodyAt, end, children, isSealed, encoding } = part;
  const isFine = isSendable(raw.subarray(bodyAt, end), takes8Bit);
  if (!isFine && isSealed)
    throw new Unsendable('A signed or encrypted part has a line above 998 octets, or a zero');
  let changes: readonly HeaderField[] = [];
  const edits: Edit[] = [];
  if (children.length > 0 && !isSealed && !(isFine && anew.size === 0)) {
    if (!isFine && !takes8Bit && /^(?:8bit|binary)$/.test(encoding)) changes = [[ENCODING, '7bit']];
    edits.push(...children.flatMap((child) => editsOf(editing, child)), ...gapEdits(raw, part, takes8Bit));
  } else if (!isFine || anew.has(part)) {
    const written = writtenAnew(raw, part, anew.get(part), isWhole);
    changes = written.changes;
    edits.push({ from: bodyAt, to: end, bytes: written.bytes });
  }
  const isHeadFine = !isWhole && isSendable(raw.subarray(start, bodyAt), takes8Bit);
  if (!isHeadFine && isSealed && !isWhole)
    throw new Unsendable('A signed or encrypted part has a line above 998 octets');
  if (changes.length > 0 || !isHeadFine)
    edits.push({ from: start, to: bodyAt, bytes: headOf(isWhole ? kept : part.fields, changes) });
  return edits.sort((a, b) => a.from - b.from);
}

const ENCODING = 'Content-Transfer-Encoding';

function headOf(fields: readonly RawField[], changes: readonly HeaderField[]): Buffer {
  const changed = new Set(changes.map(([name]) => name.toLowerCase()));
  const others = fields.filter(({ name }) => !changed.has(name.toLowerCase()));
  const after = changes.map(([name, value]) => tokenField(name, value));
  return Buffer.from([...others.map(keptField), ...after, '\r\n'].join(''), 'latin1');
}

/** A part in a transfer encoding that every server takes, and the fields that say so. */
function writtenAnew(raw: Buffer, part: MimeEntity, text: string | undefined, isWhole: boolean) {
  if (UNENCODABLE.test(part.type))
    throw new Unsendable(`A part of the type ${part.type} has a line above 998 octets, or a zero`);
  const bytes = contentOf(raw, part);
  const isText = part.type.startsWith('text/');
  const encoding = isText ? textEncoding(text ?? bytes) : 'base64';
  const encoded = encoding === 'base64' ? base64Lines(bytes) : quotedPrintable(bytes);
  const type = fieldText(part.fields, 'content-type');
  const charset = text !== undefined || isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const changes: HeaderField[] = [[ENCODING, encoding]];
  if (type === undefined) changes.push(['Content-Type', `text/plain; charset=${charset}`]);
  else if (text !== undefined) changes.push(['Content-Type', inUtf8(type)]);
  if (isWhole) changes.push(['MIME-Version', '1.0']);
  const written = text === undefined ? encoded : encodedText(text, encoding);
  // The line end after it belongs to the boundary, or is the message's own.
  return { changes, bytes: written.subarray(0, written.length - 2) };
}

const inUtf8 = (type: string) =>
  `${type.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^;\s]*)/i, '')}; charset=utf-8`;

/** What stands between parts, where no server takes it: only the boundaries stay. */
function gapEdits(raw: Buffer, { bodyAt, end, children, params }: MimeEntity, takes8Bit: boolean): Edit[] {
  const boundary = params.get('boundary') ?? '';
  const places = [bodyAt, ...children.flatMap((child) => [child.start, child.end]), end];
  const edits: Edit[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [from = 0, to = 0] = places.slice(at, at + 2);
    if (isSendable(raw.subarray(from, to), takes8Bit)) continue;
    const [before, after] = [at === 0 ? '' : '\r\n', at === places.length - 2 ? '--' : ''];
    edits.push({ from, to, bytes: Buffer.from(`${before}--${boundary}${after}\r\n`, 'latin1') });
  }
  return edits;
}

function edited(raw: Buffer, edits: readonly Edit[]): readonly Buffer[] {
  let at = 0;
  const pieces = edits.flatMap(({ from, to, bytes }) => {
    const before = raw.subarray(at, from);
    at = to;
    return [before, bytes];
  });
  return [...pieces, raw.subarray(at)];
}
