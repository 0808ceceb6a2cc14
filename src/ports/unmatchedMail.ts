/** A mail that came in as a report and belongs to no delivery that is known. */
export interface UnmatchedMail {
  readonly atMs: number;
  /** In a few words, for the operator. */
  readonly why: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly remoteAddress: string;
}

export interface KeptMail extends UnmatchedMail {
  /** Where it can be looked at. */
  readonly name: string;
  readonly subject: string;
}

/** A bounded, durable place for the operator to look at; the oldest goes when it is full. */
export interface UnmatchedMails {
  keep(mail: UnmatchedMail, raw: Uint8Array): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly KeptMail[]>;
}
