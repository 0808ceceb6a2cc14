// src/adapters/liquid/htmlText.ts
import {
  CaptureTag,
  CycleTag,
  Drop,
  evalToken,
  filters,
  Output,
  Tag,
  TokenKind
} from "liquidjs";
var HtmlText = class extends Drop {
  #text;
  constructor(text) {
    super();
    this.#text = text;
  }
  valueOf() {
    return this.#text;
  }
  toString() {
    return this.#text;
  }
  get size() {
    return this.#text.length;
  }
  /** What the filter `size` asks for. */
  get length() {
    return this.#text.length;
  }
};
var plain = filters;
var handlerOf = (name) => {
  const handler = plain[name];
  if (handler === void 0) throw new Error(`liquidjs has no filter ${name}`);
  return handler;
};
var escapeText = handlerOf("escape");
function escapeOnOutput(value) {
  return value instanceof HtmlText ? value.valueOf() : String(escapeText.call(this, value));
}
var WITHIN_HTML = ["newline_to_br", "strip_html", "strip_newlines", "strip", "lstrip", "rstrip"];
var JOINING = ["append", "prepend"];
function addHtmlSupport(liquid) {
  liquid.registerTag("capture", HtmlCapture);
  liquid.registerTag("cycle", HtmlCycle);
  liquid.registerTag("echo", HtmlEcho);
  for (const name of ["escape", "xml_escape", "escape_once"]) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function(value) {
      return value instanceof HtmlText ? value : new HtmlText(String(handler.call(this, value)));
    });
  }
  for (const name of WITHIN_HTML) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function(value, ...rest) {
      const makesMarkup = name === "newline_to_br";
      if (!makesMarkup && !(value instanceof HtmlText)) return handler.call(this, value, ...rest);
      return new HtmlText(String(handler.call(this, escapeOnOutput.call(this, value), ...rest)));
    });
  }
  for (const name of JOINING) {
    const handler = handlerOf(name);
    liquid.registerFilter(name, function(value, ...rest) {
      const isHtml = value instanceof HtmlText || rest[0] instanceof HtmlText;
      if (!isHtml || rest.length !== 1) return handler.call(this, value, ...rest);
      const [own, other] = [value, rest[0]].map((text) => escapeOnOutput.call(this, text));
      return new HtmlText(String(handler.call(this, own, other)));
    });
  }
  const fallback = handlerOf("default");
  liquid.registerFilter("default", function(value, ...rest) {
    return value instanceof HtmlText && value.size > 0 ? value : fallback.call(this, value, ...rest);
  });
}
var HtmlCapture = class extends CaptureTag {
  *render(context) {
    yield* super.render(context);
    const scope = context.bottom();
    const captured = scope[this.variable];
    if (typeof captured === "string") scope[this.variable] = new HtmlText(captured);
  }
};
function outputOf(token, contentRange, liquid) {
  return new Output(Object.create(token, { contentRange: { value: contentRange } }), liquid);
}
var HtmlEcho = class extends Tag {
  #output;
  constructor(token, left, liquid) {
    super(token, left, liquid);
    const isEmpty = token.args.trim() === "";
    this.#output = isEmpty ? null : outputOf(token, [this.tokenizer.p, token.contentRange[1]], liquid);
  }
  *render(context, emitter) {
    if (this.#output !== null) yield* this.#output.render(context, emitter);
  }
};
var HtmlCycle = class extends CycleTag {
  #outputs;
  #group;
  #texts;
  constructor(token, left, liquid) {
    super(token, left, liquid);
    const values = [...this.arguments()];
    const given = values.filter(({ kind }) => kind === TokenKind.FilteredValue);
    this.#outputs = given.map(({ begin, end }) => outputOf(token, [begin, end], liquid));
    this.#group = values.find(({ kind }) => kind !== TokenKind.FilteredValue);
    this.#texts = given.map((one) => one.getText()).join(",");
  }
  *render(context, emitter) {
    const turns = context.getRegister("cycle", {});
    const cycle = `${yield evalToken(this.#group, context)}:${this.#texts}`;
    const turn = turns[cycle] ?? 0;
    turns[cycle] = (turn + 1) % this.#outputs.length;
    const output = this.#outputs[turn];
    if (output !== void 0) yield* output.render(context, emitter);
  }
};
export {
  addHtmlSupport,
  escapeOnOutput
};
//# sourceMappingURL=htmlText.js.map
