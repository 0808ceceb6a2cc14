import type { BounceSubType } from '../events/email.ts';
import type { Handover } from '../events/emailEvidence.ts';

export interface OutgoingMail {
  /** Envelope sender (RFC 5321 MAIL FROM). */
  readonly sender: string;
  /** Whether reports to the sender come back to the service: then it requests all of them (RFC 3461). */
  readonly reportsComeBack: boolean;
  /** Envelope recipient: one for each transaction. */
  readonly recipient: string;
  /** The whole message (RFC 5322), CRLF line ends. */
  readonly raw: Buffer;
  /**
   * What a server gets instead that takes no 8-bit text (RFC 6152); null: nothing can be sent there. Absent: `raw` is
   * ASCII.
   */
  readonly sevenBit?: () => Buffer | null;
  /** Names the file in the outbox folder, the log line, and the envelope in reports; the delivery's uuid. */
  readonly deliveryId: string;
  /** Transactions of many workspaces take turns. */
  readonly workspace: string;
}

/** Why a route cannot take any message. */
export type RouteTrouble = 'connection' | 'tls' | 'authentication' | 'refused' | 'protocol' | 'storage';

/** A fault of the route, not of the message: nothing was sent. `diagnostic` may name the account. */
export interface RouteFault {
  readonly outcome: 'unsent';
  readonly fault: 'route';
  readonly trouble: RouteTrouble;
  readonly diagnostic: string;
}

/** What was handed over, and to whom. */
export type HandedOver = Pick<Handover, 'server' | 'sha256'>;

/** Result of one SMTP transaction, and whose fault it is. `diagnostic` is the server's last line. */
export type MailOutcome =
  | { readonly outcome: 'submitted'; readonly response: string | null; readonly handedOver?: HandedOver }
  /** Accepted by the recipient's own server. */
  | { readonly outcome: 'delivered'; readonly response: string | null; readonly handedOver?: HandedOver }
  /** Try again later; also when the result is unknown. `greylisting`: the server takes what comes a second time. */
  | {
      readonly outcome: 'deferred';
      readonly fault: 'recipient' | 'message' | 'greylisting';
      readonly diagnostic: string;
    }
  /** The whole destination must be paused for a while. */
  | {
      readonly outcome: 'deferred';
      readonly fault: 'destination';
      readonly diagnostic: string;
      readonly retryAfterMs: number;
    }
  | {
      readonly outcome: 'bounced';
      readonly fault: 'recipient' | 'message';
      readonly bounceType: 'Permanent' | 'Transient';
      readonly bounceSubType: BounceSubType;
      /** As in the event `Bounced`. */
      readonly hard?: true;
      readonly diagnostic: string;
    }
  /** Nothing was sent, and nothing will be: the server does not take it in any form that it may have. */
  | { readonly outcome: 'unfit'; readonly reason: string }
  | RouteFault
  /** Nothing was sent: our own connections were all in use while the route took other messages, or the process stood still. */
  | { readonly outcome: 'waiting' };

/** How mail leaves: to files, to a relay, or to the recipients' own servers. */
export type RouteName = 'outbox' | 'relay' | 'mx';

/** The pause of a destination, and its last answer. */
export interface DestinationRest {
  readonly retryAfterMs: number;
  readonly diagnostic: string;
}

export interface Mailer {
  readonly route: RouteName;
  /**
   * Whether the route takes messages now; null: it does. Leaves its connection open for the next transaction. Bounded in
   * time.
   */
  probe(): Promise<RouteFault | null>;
  /** Whether the recipient's destination is paused now; null: it is not. */
  restOf(recipient: string): DestinationRest | null;
  /** One transaction; never rejects for a server's answer, only for defects. Bounded in time. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
