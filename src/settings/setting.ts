/** What a setting's text must be, and how it becomes a value. */
export interface Form<Value> {
  /** The end of the sentence 'must be …'. */
  readonly expected: string;
  readonly example: string;
  /** Undefined when the text is not of this form. A text that begins with a space, or ends with one, never gets here. */
  read(text: string): Value | undefined;
}

/** One setting: an environment variable. */
export interface Setting<Value> extends Form<Value> {
  /** What it means, in sentences. */
  readonly about: string;
  /** The value where it is not set. */
  readonly fallback: Value;
  /** Its value is never shown, and may come from the file that `NAME_FILE` names. */
  readonly isSecret: boolean;
}

/** A setting with a default. */
export const setting = <Value>(form: Form<Value>, fallback: Value, about: string): Setting<Value> => ({
  ...form,
  about,
  fallback,
  isSecret: false,
});

/** A setting without a default. */
export const optional = <Value>(form: Form<Value>, about: string): Setting<Value | undefined> =>
  setting<Value | undefined>(form, undefined, about);

/** A setting without a default whose value is secret. */
export const secret = <Value>(form: Form<Value>, about: string): Setting<Value | undefined> => ({
  ...optional(form, about),
  isSecret: true,
});
