import type { BounceSubType } from '../events/email.ts';

export interface OutgoingMail {
  /** Envelope sender (RFC 5321 MAIL FROM). */
  readonly sender: string;
  /** Envelope recipient: one a transaction. */
  readonly recipient: string;
  /** The whole message (RFC 5322), CRLF line ends. */
  readonly raw: Buffer;
  /** Names the file in the outbox folder and the log line; the delivery's uuid. */
  readonly deliveryId: string;
}

/** What one SMTP transaction came to. `diagnostic` is the server's last line. */
export type MailOutcome =
  | { readonly outcome: 'submitted'; readonly response: string | null }
  /** Accepted by the recipient's own server. */
  | { readonly outcome: 'delivered'; readonly response: string | null }
  /** Try again later; also when nothing is known of the transaction. */
  | { readonly outcome: 'deferred'; readonly diagnostic: string }
  | {
      readonly outcome: 'bounced';
      readonly bounceType: 'Permanent' | 'Transient';
      readonly bounceSubType: BounceSubType;
      readonly diagnostic: string;
    };

export interface Mailer {
  /** One transaction; never rejects for what a server says, only for defects. Bounded in time. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
