/** A message about which something was reported, and the report's own time, in milliseconds since 1970. */
export interface DatedMessage {
  readonly emailId: string;
  readonly atMs: number;
}

/**
 * What is known of one address beyond single messages. `refusals`: reports that it takes no mail, none of which is proof by
 * itself; `deliveries`: messages that arrived. Both are sets: order and repetition mean nothing.
 */
export interface AddressEvidence {
  readonly refusals: readonly DatedMessage[];
  readonly deliveries: readonly DatedMessage[];
}

export const NO_EVIDENCE: AddressEvidence = { refusals: [], deliveries: [] };

/** Least time between two refusals that count together. */
export const APART_MS = 86_400_000;
/** The newest of each kind that are kept, by their own time. */
const MAX_KEPT = 16;

/** The set with one more member; the same object where it adds nothing. */
export function withDated(known: readonly DatedMessage[], added: DatedMessage): readonly DatedMessage[] {
  if (known.some(({ emailId, atMs }) => emailId === added.emailId && atMs === added.atMs)) return known;
  const newest = [...known, added].sort(
    (one, other) => other.atMs - one.atMs || (one.emailId < other.emailId ? -1 : 1),
  );
  return newest.indexOf(added) < MAX_KEPT ? newest.slice(0, MAX_KEPT) : known;
}

/**
 * Whether the reports together show that the address takes no mail: two about different messages, dated at least a day
 * apart, and nothing else was delivered in between. A refused message that was accepted first was not delivered.
 */
export function isRefusedTwice({ refusals, deliveries }: AddressEvidence): boolean {
  const refused = new Set(refusals.map(({ emailId }) => emailId));
  const arrived = deliveries.filter(({ emailId }) => !refused.has(emailId));
  return refusals.some((first) =>
    refusals.some(
      (second) =>
        first.emailId !== second.emailId &&
        second.atMs - first.atMs >= APART_MS &&
        !arrived.some(({ atMs }) => atMs >= first.atMs && atMs <= second.atMs),
    ),
  );
}
