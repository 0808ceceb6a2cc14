import { Tokenizer } from 'htmlparser2';

/** A place in the html, by offsets, that may be replaced. */
export interface HtmlLink {
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

/** A tag with a `href` that matters, while it is being read. */
interface Tag {
  readonly name: string;
  readonly href: { readonly text: string; readonly start: number; readonly end: number } | null;
  readonly isUntracked: boolean;
}

/** What was found in an html; what is replaced is decided later. */
interface Found {
  /** In their order; each is resolved as it is asked for. */
  readonly links: Iterable<HtmlLink>;
  /** Where a picture goes: before the end of the body. */
  readonly pixelAt: number;
}

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];
/** How a value is quoted, as the tokenizer has it. */
type Quote = Parameters<Callbacks['onattribend']>[0];

/** Tags whose `href` matters. */
const WITH_HREF: ReadonlySet<string> = new Set(['a', 'area', 'base']);
const LONGEST_TAG = 4;
/** The characters between an attribute's name and its value. */
const BEFORE_VALUE = /[ \t\n\f\r]*=[ \t\n\f\r]*["']?/y;
/** On a link that is to lead straight to its target. */
const NO_TRACK = 'data-postledger-notrack';
/** Bytes of a target; longer ones would make addresses that servers and programs on the way refuse. */
const TARGET_MAX_BYTES = 2_000;

/** Tags that are looked at in one html: to resolve an address takes microseconds, and a mail may have a million. */
const MAX_TAGS = 20_000;

const nothing = () => {};
/** For tokens that do not matter here. */
const IGNORED: Callbacks = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
};

/**
 * The links to the web, and the place for a picture. Addresses are taken as a browser reads them: entities, white space
 * around them and a `<base>` resolved.
 */
export function linksIn(html: string): Found {
  const tags: Tag[] = [];
  /** Null: the first one leads nowhere; undefined: there is none. */
  let base: string | null | undefined;
  let tag: Tag | null = null;
  let name = '';
  let value = '';
  let valueStart = 0;
  let [bodyEnd, htmlEnd] = [html.length, html.length];

  const ended = () => {
    if (tag?.name === 'base' && tag.href !== null) {
      if (base === undefined) base = isLong(tag.href.text) ? null : absolute(tag.href.text, null);
    } else if (tag !== null && tag.href !== null && !tag.isUntracked && tags.length < MAX_TAGS)
      tags.push(tag);
    tag = null;
  };
  // Entities are decoded later and only where one can matter: decoding makes the tokenizer visit every character.
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...IGNORED,
      onopentagname(start, end) {
        const opened = end - start > LONGEST_TAG ? '' : html.slice(start, end).toLowerCase();
        tag = WITH_HREF.has(opened) ? { name: opened, href: null, isUntracked: false } : null;
      },
      onattribname(start, end) {
        if (tag === null) return;
        name = html.slice(start, end).toLowerCase();
        value = '';
        BEFORE_VALUE.lastIndex = end;
        valueStart = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
        if (name === NO_TRACK) tag = { ...tag, isUntracked: true };
      },
      onattribdata(start, end) {
        if (tag !== null) value += html.slice(start, end);
      },
      onattribend(quote, end) {
        // The first of several attributes of one name counts. 0: no value; 1: no quotes, of which the end is not past.
        if (tag === null || name !== 'href' || tag.href !== null || quote === 0) return;
        if (tags.length === MAX_TAGS && tag.name !== 'base') return;
        const text = value.includes('&') ? decoded(value, quote) : value;
        tag = { ...tag, href: { text, start: valueStart, end: quote === 1 ? end : end - 1 } };
      },
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag(start, end) {
        const closed = html.slice(start, end).trim().toLowerCase();
        if (closed === 'body') bodyEnd = start - 2;
        if (closed === 'html') htmlEnd = start - 2;
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { links: resolved(tags, base ?? null), pixelAt: bodyEnd < html.length ? bodyEnd : htmlEnd };
}

function* resolved(tags: readonly Tag[], base: string | null): Iterable<HtmlLink> {
  for (const { href } of tags) {
    const target = href && targetOf(href.text, base);
    if (href && target !== null) yield { start: href.start, end: href.end, target };
  }
}

/** The value of an attribute with its entities resolved. */
function decoded(value: string, quote: Quote): string {
  const mark = quote === 1 ? '' : quote === 2 ? "'" : '"';
  const html = `<a href=${mark}${value}${mark}>`;
  let text = '';
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onattribdata(start, end) {
        text += html.slice(start, end);
      },
      onattribentity(codePoint) {
        text += String.fromCodePoint(codePoint);
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return text;
}

/** Where a link leads in the web, null when that is nowhere, or within the message. */
function targetOf(href: string, base: string | null): string | null {
  const text = href.replace(/[\t\n\r]/g, '').trim();
  if (text === '' || text.startsWith('#') || isLong(text)) return null;
  // An address that is complete without the base is reported as the customer wrote it.
  const target = absolute(text, null) === null ? absolute(text, base) : text;
  return target === null || isLong(target) ? null : target;
}

const isLong = (text: string) => Buffer.byteLength(text) > TARGET_MAX_BYTES;

function absolute(text: string, base: string | null): string | null {
  const url = URL.canParse(text, base ?? undefined) ? new URL(text, base ?? undefined) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}
