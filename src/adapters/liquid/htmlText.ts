import {
  CaptureTag,
  type Context,
  CycleTag,
  Drop,
  type Emitter,
  evalToken,
  filters,
  type Liquid,
  Output,
  Tag,
  type TagToken,
  TokenKind,
  type TopLevelToken,
  type ValueToken,
} from 'liquidjs';

/**
 * Text that is HTML already, as `escape` and `capture` make it: the output does not escape it again. Everything else sees
 * plain text.
 */
class HtmlText extends Drop {
  readonly #text: string;
  constructor(text: string) {
    super();
    this.#text = text;
  }
  override valueOf(): string {
    return this.#text;
  }
  override toString(): string {
    return this.#text;
  }
  get size(): number {
    return this.#text.length;
  }
  /** What the filter `size` asks for. */
  get length(): number {
    return this.#text.length;
  }
}

/** Filters are called with a `this` of liquidjs. */
type Handler = (this: unknown, value: unknown, ...rest: unknown[]) => unknown;

const plain = filters as unknown as Readonly<Record<string, Handler>>;
const handlerOf = (name: string): Handler => {
  const handler = plain[name];
  if (handler === undefined) throw new Error(`liquidjs has no filter ${name}`);
  return handler;
};
const escapeText = handlerOf('escape');

/** Every output goes through it: each character is escaped once. */
export function escapeOnOutput(this: unknown, value: unknown): string {
  return value instanceof HtmlText ? value.valueOf() : String(escapeText.call(this, value));
}

/** Filters that return HTML for HTML. */
const WITHIN_HTML = ['newline_to_br', 'strip_html', 'strip_newlines', 'strip', 'lstrip', 'rstrip'];
/** Filters of two texts: if one is HTML, the other is escaped. */
const JOINING = ['append', 'prepend'];

/** Makes a Liquid that escapes its output leave alone the texts that are escaped already. */
export function addHtmlSupport(liquid: Liquid): void {
  liquid.registerTag('capture', HtmlCapture);
  liquid.registerTag('cycle', HtmlCycle);
  liquid.registerTag('echo', HtmlEcho);
  for (const name of ['escape', 'xml_escape', 'escape_once']) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function (value: unknown) {
      return value instanceof HtmlText ? value : new HtmlText(String(handler.call(this, value)));
    });
  }
  for (const name of WITHIN_HTML) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      const makesMarkup = name === 'newline_to_br';
      if (!makesMarkup && !(value instanceof HtmlText)) return handler.call(this, value, ...rest);
      return new HtmlText(String(handler.call(this, escapeOnOutput.call(this, value), ...rest)));
    });
  }
  for (const name of JOINING) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      const isHtml = value instanceof HtmlText || rest[0] instanceof HtmlText;
      if (!isHtml || rest.length !== 1) return handler.call(this, value, ...rest);
      const [own, other] = [value, rest[0]].map((text) => escapeOnOutput.call(this, text));
      return new HtmlText(String(handler.call(this, own, other)));
    });
  }
  const fallback = handlerOf('default');
  liquid.registerFilter('default', function (value: unknown, ...rest: unknown[]) {
    return value instanceof HtmlText && value.size > 0 ? value : fallback.call(this, value, ...rest);
  });
}

/** Captured text was escaped when it was written. */
class HtmlCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context) as Generator<unknown, void, string>;
    const scope = context.bottom() as Record<string, unknown>;
    const captured = scope[this.variable];
    if (typeof captured === 'string') scope[this.variable] = new HtmlText(captured);
  }
}

/** An output of what a tag writes between two places of its source. */
function outputOf(
  token: TagToken,
  contentRange: readonly [begin: number, end: number],
  liquid: Liquid,
): Output {
  return new Output(Object.create(token, { contentRange: { value: contentRange } }), liquid);
}

/** `{% echo x %}` is `{{ x }}`: the library's own one loses what is HTML before it escapes. */
class HtmlEcho extends Tag {
  readonly #output: Output | null;
  constructor(token: TagToken, left: TopLevelToken[], liquid: Liquid) {
    super(token, left, liquid);
    const isEmpty = token.args.trim() === '';
    this.#output = isEmpty ? null : outputOf(token, [this.tokenizer.p, token.contentRange[1]], liquid);
  }
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    if (this.#output !== null) yield* this.#output.render(context, emitter);
  }
}

/** Each value of `{% cycle a, b %}` is written as `{{ a }}`, for the same reason; those of the same name and texts take turns. */
class HtmlCycle extends CycleTag {
  readonly #outputs: readonly Output[];
  readonly #group: ValueToken | undefined;
  readonly #texts: string;
  constructor(token: TagToken, left: TopLevelToken[], liquid: Liquid) {
    super(token, left, liquid);
    const values = [...this.arguments()] as ValueToken[];
    const given = values.filter(({ kind }) => kind === TokenKind.FilteredValue);
    this.#outputs = given.map(({ begin, end }) => outputOf(token, [begin, end], liquid));
    this.#group = values.find(({ kind }) => kind !== TokenKind.FilteredValue);
    this.#texts = given.map((one) => one.getText()).join(',');
  }
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const turns = context.getRegister<Record<string, number>>('cycle', {});
    const cycle = `${yield evalToken(this.#group, context)}:${this.#texts}`;
    const turn = turns[cycle] ?? 0;
    turns[cycle] = (turn + 1) % this.#outputs.length;
    const output = this.#outputs[turn];
    if (output !== undefined) yield* output.render(context, emitter);
  }
}
