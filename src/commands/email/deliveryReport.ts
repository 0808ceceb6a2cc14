import type { AddressEvidence } from '../../events/addressEvidence.ts';
import type { BounceSubType, Proof } from '../../events/email.ts';

/** Origin of a report: a received mail (`dsn`, `arf`, `bounce`, `mailto`), or the hook of a mail service. */
export type ReportSource = 'dsn' | 'arf' | 'bounce' | 'mailto' | 'ses' | 'kumomta' | 'postal';

/** What a report says about a delivery after its submission. */
export type Learned =
  | {
      readonly is: 'bounced';
      readonly bounceType: 'Permanent' | 'Transient';
      readonly bounceSubType: BounceSubType;
      /** As in the event `Bounced`. */
      readonly hard?: true;
      readonly diagnosticCode: string | null;
    }
  | { readonly is: 'delayed'; readonly diagnosticCode: string | null }
  | { readonly is: 'delivered'; readonly response: string | null }
  | { readonly is: 'complained' }
  | { readonly is: 'unsubscribed' };

/** What a report says about one address. */
export interface ReportFinding {
  readonly learned: Learned;
  /** The addresses for which it says so: the final ones, after forwarding. Empty: it names none. */
  readonly about: readonly string[];
}

export interface DeliveryReport {
  readonly emailId: string;
  /**
   * The recipient: by its place in the acceptance, by its address in any letter case, or, when the report names none, the
   * only recipient of the message.
   */
  readonly recipient: { readonly place: number } | { readonly address: string } | 'only';
  /** At least one. */
  readonly findings: readonly ReportFinding[];
  readonly source: ReportSource;
  readonly proof: Proof;
  /** The report's own id, the same each time it arrives: event ids are derived from it. */
  readonly reportId: string;
  /** The report's own time; null: it has none. */
  readonly reportedAtMs: number | null;
  /** When it arrived. */
  readonly atMs: number;
  /** What else is known of the recipient's address. */
  readonly evidence: AddressEvidence;
  /** Asked for a repeated unsubscription alone: an operator may have undone the first one, or another message. */
  readonly isSuppressed: boolean;
  /** What tells recipients apart, as their addresses may be gone. */
  readonly suppressionIdOf: (address: string) => string;
}

/** What a report itself says, whichever delivery it is about. */
export type ReportFacts = Omit<
  DeliveryReport,
  'emailId' | 'recipient' | 'atMs' | 'evidence' | 'isSuppressed' | 'suppressionIdOf'
>;
