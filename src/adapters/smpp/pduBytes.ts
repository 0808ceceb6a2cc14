import { PDU, type Pdu } from 'smpp';

const HEAD_BYTES = 16;
const RESPONSE = 0x80;
const bytes = new WeakMap<Pdu, Buffer>();

/** The bytes that a PDU was read from. */
export function bytesOf(pdu: Pdu): Buffer {
  return bytes.get(pdu) ?? Buffer.alloc(0);
}

/**
 * Makes the package keep the bytes of what it reads. A request in which its decoding fails is one without fields: else the
 * package would end the link each time that the carrier brings it again.
 */
PDU.fromStream = (stream, length) => {
  const rest: Buffer | null = stream.read(length - 4);
  if (rest === null) return false;
  const all = Buffer.alloc(length);
  all.writeUInt32BE(length);
  rest.copy(all, 4);
  const pdu = decoded(all);
  bytes.set(pdu, all);
  return pdu;
};

function decoded(all: Buffer): Pdu {
  try {
    return new PDU(all);
  } catch (error) {
    if (all.length < HEAD_BYTES || (all.readUInt8(4) & RESPONSE) !== 0) throw error;
    const head = Buffer.from(all.subarray(0, HEAD_BYTES));
    head.writeUInt32BE(HEAD_BYTES);
    return new PDU(head);
  }
}
