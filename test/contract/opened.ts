/** What a contract suite runs against: the adapter, and what else can be had of the place it writes to. */
export interface Opened<Subject> {
  readonly subject: Subject;
  /** Closes the subject and opens the same place again, as after a restart. */
  readonly reopen?: () => Promise<Subject>;
  /** Another client or process over the same place. `destroy` closes it too. */
  readonly second?: () => Promise<Subject>;
  /** Others write to the same place, or wrote to it before: it is not empty at first. */
  readonly shared?: boolean;
  /** Closes everything and removes whatever was made. */
  readonly destroy: () => Promise<void>;
}

export type Factory<Subject> = () => Promise<Opened<Subject>>;
