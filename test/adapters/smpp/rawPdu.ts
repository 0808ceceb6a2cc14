/** A `deliver_sm` or `data_sm` as a carrier writes it, byte for byte. */
export interface RawPdu {
  readonly command?: 'deliver_sm' | 'data_sm';
  readonly from?: string;
  readonly fromTon?: number;
  readonly to?: string;
  readonly toTon?: number;
  readonly esmClass?: number;
  readonly coding?: number;
  /** The text with its header; in a `data_sm` it is in `message_payload`. */
  readonly text?: Buffer;
  /** Optional fields by tag. */
  readonly fields?: Readonly<Record<number, Buffer>>;
}

const MESSAGE_PAYLOAD = 0x0424;

export function rawPdu(pdu: RawPdu, sequence = 1): Buffer {
  const { command = 'deliver_sm', from = '491', fromTon = 1, to = '4930', toTon = 0 } = pdu;
  const { esmClass = 0, coding = 0, text = Buffer.alloc(0), fields = {} } = pdu;
  const string = (value: string) => Buffer.from(`${value}\0`, 'latin1');
  const isData = command === 'data_sm';
  const all = isData && text.length > 0 ? { ...fields, [MESSAGE_PAYLOAD]: text } : fields;
  const body = Buffer.concat([
    string(''),
    Buffer.from([fromTon, 1]),
    string(from),
    Buffer.from([toTon, 1]),
    string(to),
    isData
      ? Buffer.from([esmClass, 0, coding])
      : Buffer.concat([
          Buffer.from([esmClass, 0, 0]),
          ...[string(''), string('')],
          Buffer.from([0, 0, coding, 0, text.length]),
          text,
        ]),
    ...Object.entries(all).map(([tag, value]) => field(Number(tag), value)),
  ]);
  const head = Buffer.alloc(16);
  head.writeUInt32BE(16 + body.length);
  head.writeUInt32BE(isData ? 0x103 : 0x05, 4);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

function field(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** A text in UCS-2. */
export const ucs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** The user data header of these elements, before a text (3GPP TS 23.040, 9.2.3.24). */
export function headed(elements: readonly (readonly number[])[], text: Buffer): Buffer {
  const bytes = elements.flat();
  return Buffer.concat([Buffer.from([bytes.length, ...bytes]), text]);
}
