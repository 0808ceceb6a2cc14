/** The codes of an SMTP reply: the basic one (RFC 5321, section 4.2) and the enhanced one (RFC 3463), as far as given. */
export interface SmtpCodes {
  /** 200 to 599. */
  readonly code: number | null;
  /** `class.subject.detail`. */
  readonly enhanced: string | null;
}

const ENHANCED = String.raw`[245]\.\d{1,3}\.\d{1,3}`;
/** `550 5.1.1 …`, `550-5.1.1 …`, `smtp;550 5.1.1 …`: the way a reply begins, wherever in a text it does. */
const REPLY = new RegExp(String.raw`(?:^|[^\d.])([2-5][0-5]\d)(?:[ -]+|$)(?:#?(${ENHANCED})(?![\d.]*\d))?`);
/** `(#5.1.1)` as qmail writes it, or the bare code. */
const BARE = new RegExp(String.raw`(?:^|[\s(#:;])(${ENHANCED})(?![\d.]*\d)`);

/** The first codes that a text holds. */
export function codesIn(text: string): SmtpCodes {
  const reply = REPLY.exec(text);
  const enhanced = reply?.[2] ?? BARE.exec(text)?.[1] ?? null;
  return { code: reply?.[1] === undefined ? null : Number(reply[1]), enhanced };
}
