import { Tokenizer } from 'htmlparser2';

/** A place in the html, by offsets, that may be written anew. */
interface Link {
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

/** The attributes that matter, of a tag that is being read. */
interface Tag {
  readonly name: string;
  readonly href: { readonly text: string; readonly start: number; readonly end: number } | null;
  readonly isUntracked: boolean;
}

/** What was found in an html, whatever is then written anew of it. */
interface Found {
  readonly links: readonly Link[];
  /** Where a picture goes: before the end of the body. */
  readonly pixelAt: number;
}

/** What stands between an attribute's name and its value. */
const BEFORE_VALUE = /[ \t\n\f\r]*=[ \t\n\f\r]*["']?/y;
/** On a link that is to lead straight to its target. */
const NO_TRACK = 'data-postledger-notrack';
/** Bytes of a target; longer ones would make addresses that servers and programs on the way refuse. */
const TARGET_MAX_BYTES = 2_000;
/** Links of one message that are tracked: each costs a signature a recipient. */
const MAX_LINKS = 2_000;

/** The html for one recipient: whichever of the two is given is put in. */
export type TrackedHtml = (own: {
  click: ((target: string) => string) | null;
  pixel: string | null;
}) => string;

/**
 * Finds the links to the web and the place for a picture once; what is made of it differs from the html in these alone,
 * byte for byte. Addresses are taken as a browser reads them: entities, white space around them and a `<base>` resolved.
 * `isOwn`: links that are left alone.
 */
export function trackedHtml(html: string, isOwn: (target: string) => boolean): TrackedHtml {
  const { links, pixelAt } = linksIn(html);
  const tracked = links.filter(({ target }) => !isOwn(target)).slice(0, MAX_LINKS);
  return ({ click, pixel }) => {
    const pieces: string[] = [];
    let from = 0;
    const until = (to: number) => {
      pieces.push(html.slice(from, to));
      from = to;
    };
    const withPixel = () => {
      until(pixelAt);
      if (pixel !== null)
        pieces.push(`<img src="${pixel}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`);
    };
    let isPixelIn = false;
    for (const { start, end, target } of click === null ? [] : tracked) {
      if (!isPixelIn && start >= pixelAt) {
        withPixel();
        isPixelIn = true;
      }
      until(start);
      if (click !== null) pieces.push(click(target));
      from = end;
    }
    if (!isPixelIn) withPixel();
    until(html.length);
    return pieces.join('');
  };
}

function linksIn(html: string): Found {
  const tags: Tag[] = [];
  let base: string | null = null;
  let tag: Tag | null = null;
  let name = '';
  let value = '';
  let valueStart = 0;
  let [bodyEnd, htmlEnd] = [html.length, html.length];

  const ended = () => {
    if (tag?.name === 'base') base ??= tag.href && absolute(tag.href.text, null);
    if ((tag?.name === 'a' || tag?.name === 'area') && tag.href !== null && !tag.isUntracked) tags.push(tag);
    tag = null;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = { name: html.slice(start, end).toLowerCase(), href: null, isUntracked: false };
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
        BEFORE_VALUE.lastIndex = end;
        valueStart = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
        if (tag !== null && name === NO_TRACK) tag = { ...tag, isUntracked: true };
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend(quote, end) {
        // The first of several attributes of one name counts. 0: no value; 1: no quotes, of which the end is not past.
        if (tag === null || name !== 'href' || tag.href !== null || quote === 0) return;
        tag = { ...tag, href: { text: value, start: valueStart, end: quote === 1 ? end : end - 1 } };
      },
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag(start, end) {
        const closed = html.slice(start, end).trim().toLowerCase();
        if (closed === 'body') bodyEnd = start - 2;
        if (closed === 'html') htmlEnd = start - 2;
      },
      onend() {},
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      ontext() {},
      ontextentity() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  const links = tags.flatMap(({ href }) => {
    const target = href && targetOf(href.text, base);
    return href && target !== null ? [{ start: href.start, end: href.end, target }] : [];
  });
  return { links, pixelAt: bodyEnd < html.length ? bodyEnd : htmlEnd };
}

/** Where a link leads in the web, null when that is nowhere, or within the message. */
function targetOf(href: string, base: string | null): string | null {
  const text = href.replace(/[\t\n\r]/g, '').trim();
  if (text === '' || text.startsWith('#')) return null;
  // What the customer wrote is what is reported, where it stands for itself.
  const target = absolute(text, null) === null ? absolute(text, base) : text;
  return target !== null && Buffer.byteLength(target) <= TARGET_MAX_BYTES ? target : null;
}

function absolute(text: string, base: string | null): string | null {
  const url = URL.canParse(text, base ?? undefined) ? new URL(text, base ?? undefined) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}
