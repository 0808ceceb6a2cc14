/** A number or name, with its type of number (SMPP 3.4, 5.2.5). */
export interface SmppNumber {
  readonly ton: number;
  readonly text: string;
}

/** What is read of a `deliver_sm` (SMPP 3.4, 4.6.1) or `data_sm` (4.7.1). */
export interface IncomingPdu {
  readonly from: SmppNumber;
  readonly to: SmppNumber;
  readonly esmClass: number;
  readonly dataCoding: number;
  /** The text with its header, from whichever field has it. */
  readonly content: Buffer;
  /** Optional fields by tag (SMPP 3.4, 5.3.2). */
  readonly fields: ReadonlyMap<number, Buffer>;
}

const HEAD_BYTES = 16;
const DATA_SM = 0x103;
const MESSAGE_PAYLOAD = 0x0424;
/** SMPP 3.4, 5.2.12. */
const WITH_HEADER = 0x40;

/**
 * Reads the bytes themselves, since the package decodes texts by a few data codings and loses what they do not have. Null when
 * they are not in the form of such a PDU.
 */
export function incomingPdu(bytes: Buffer): IncomingPdu | null {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function read(bytes: Buffer): IncomingPdu {
  let at = HEAD_BYTES;
  const take = (length: number) => {
    if (length < 0 || at + length > bytes.length) throw new RangeError('the PDU ends before its field');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const octet = () => take(1).readUInt8();
  const short = () => take(2).readUInt16BE();
  const string = () => {
    const end = bytes.indexOf(0, at);
    const text = take(end - at).toString('latin1');
    at += 1;
    return text;
  };
  const number = (): SmppNumber => {
    const ton = octet();
    octet();
    return { ton, text: string() };
  };
  const isDataSm = bytes.readUInt32BE(4) === DATA_SM;
  string();
  const [from, to, esmClass] = [number(), number(), octet()];
  if (!isDataSm) {
    take(2);
    string();
    string();
  }
  take(isDataSm ? 1 : 2);
  const dataCoding = octet();
  if (!isDataSm) octet();
  const message = isDataSm ? Buffer.alloc(0) : take(octet());
  const fields = new Map<number, Buffer>();
  while (at < bytes.length) fields.set(short(), take(short()));
  const payload = fields.get(MESSAGE_PAYLOAD) ?? Buffer.alloc(0);
  // Each of them is the whole text; with both (against 5.3.2.32) it would not be known which.
  if (message.length > 0 && payload.length > 0) throw new RangeError('two texts');
  const content = message.length > 0 ? message : payload;
  return { from, to, esmClass, dataCoding, fields, content };
}

/** A text, and the elements of its user data header by identifier (3GPP TS 23.040, 9.2.3.24). */
export interface UserData {
  readonly header: ReadonlyMap<number, Buffer>;
  readonly body: Buffer;
}

/** Null when the header is not in its form. */
export function userData({ esmClass, content }: IncomingPdu): UserData | null {
  const header = new Map<number, Buffer>();
  if ((esmClass & WITH_HEADER) === 0 || content.length === 0) return { header, body: content };
  const end = content.readUInt8() + 1;
  for (let at = 1; at < end; ) {
    const next = at + 2 + (content[at + 1] ?? end);
    if (next > end || next > content.length) return null;
    header.set(content.readUInt8(at), content.subarray(at + 2, next));
    at = next;
  }
  return { header, body: content.subarray(end) };
}
