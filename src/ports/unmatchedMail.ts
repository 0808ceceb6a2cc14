/** A mail received as a report that matches no known delivery. */
export interface UnmatchedMail {
  readonly atMs: number;
  /** In a few words, for the operator. */
  readonly why: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly remoteAddress: string;
}

export interface StoredMail extends UnmatchedMail {
  /** Where the operator finds it. */
  readonly name: string;
  readonly subject: string;
}

/** A bounded, durable store for the operator; when it is full the oldest mail is removed, and each after 30 days. */
export interface UnmatchedMails {
  store(mail: UnmatchedMail, raw: Uint8Array): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly StoredMail[]>;
  /** Removes those that are too old at that time; each `store` does so as well. */
  removeOld(nowMs: number): Promise<void>;
}
