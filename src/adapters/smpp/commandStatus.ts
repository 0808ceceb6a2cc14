/** Command statuses of SMPP 3.4, 5.1.3, that decide what follows. */
export const OK = 0x00;
export const UNKNOWN_COMMAND = 0x03;
export const TEMPORARY_ERROR = 0x64;
/** ESME_RX_P_APPN: bringing it again would not help. */
export const PERMANENT_ERROR = 0x65;
const THROTTLED: ReadonlySet<number> = new Set([0x14 /* queue full */, 0x58 /* throttled */]);
/** A later attempt would fail too: because of the addresses, the message, or a final refusal. */
const PERMANENT: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x33, 0x34, 0x40, 0x42, 0x43, 0x44, 0x48, 0x49, 0x50, 0x51, 0x53,
  0x54, 0x55, 0x61, 0x62, 0x63, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4,
]);
/** The link is not bound correctly: it is replaced. */
const UNBOUND: ReadonlySet<number> = new Set([0x04, 0x0d, 0x0e, 0x0f]);

/** The meaning of a submission's answer. */
export type SubmitAnswer = 'taken' | 'throttled' | 'refused' | 'unbound' | 'later';

export function submitAnswerOf(status: number): SubmitAnswer {
  if (status === OK) return 'taken';
  if (THROTTLED.has(status)) return 'throttled';
  if (UNBOUND.has(status)) return 'unbound';
  return PERMANENT.has(status) ? 'refused' : 'later';
}

/** As in the tables that operators use: `0x0000000B`. */
export function statusText(status: number): string {
  return `command status 0x${status.toString(16).toUpperCase().padStart(8, '0')}`;
}
