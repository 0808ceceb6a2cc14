/** A mail as a reader shows it. */
export interface ShownMail {
  /** Empty where it has none. */
  readonly text: string;
  readonly html: string;
  /** `filename` is empty where it has none. */
  readonly files: readonly { readonly filename: string; readonly type: string; readonly bytes: number }[];
}

/** Reads mails that are sent as they came, when someone looks. */
export interface MailShower {
  /** @param owner whose turn it is; null: it cannot be read, or not in time */
  show(raw: Uint8Array, owner: string): Promise<ShownMail | null>;
  close(): Promise<void>;
}
