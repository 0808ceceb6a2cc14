/** One fault of a request. `path` is a JSON Pointer (RFC 6901) into the request; '' is the whole request. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Why a command was refused: `invalid` names fields, `notFound` means that its target does not exist. */
export type RefusalKind = 'invalid' | 'notFound';

/** A command was understood and refused; nothing was stored. api/ turns it into transport codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  readonly issues: readonly Issue[];
  constructor(kind: RefusalKind, issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => `${path || '/'}: ${message}`).join('; '));
    this.kind = kind;
    this.issues = issues;
  }
}

export const invalid = (path: string, message: string) => new Refusal('invalid', [{ path, message }]);
export const notFound = (message: string) => new Refusal('notFound', [{ path: '', message }]);
