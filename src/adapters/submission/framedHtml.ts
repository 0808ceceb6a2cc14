import { Parser } from 'htmlparser2';
import type { FramedHtml } from '../../ports/mailShower.ts';
import type { ReadAttachment } from '../../ports/readMessage.ts';

/** Bytes of pictures that are put into one html: one that is named a thousand times would fill the memory. */
const MAX_PICTURE_BYTES = 16_777_216;
const PICTURE = /^image\/[\w.+-]+$/;
/** In the place of what is not loaded; an empty value would be the page's own address. */
const NOTHING = 'data:,';
/** Attributes whose value is loaded by itself; `href` is on these elements only. */
const LOADED = new Set(['src', 'background', 'poster', 'data', 'xlink:href']);
const LOADING_LINKS = new Set(['link', 'image', 'use', 'feimage']);
const CSS_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)/gi;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The html of a mail as it can be shown without loading anything: pictures of the mail itself (`cid:`, RFC 2392) are put in as
 * `data:`, what lies elsewhere is left out and counted. Who shows it must forbid loading all the same: this finds what browsers
 * usually load, not what they could.
 */
export function framedHtml(html: string, files: readonly ReadAttachment[]): FramedHtml {
  const pictures = new Map(
    files.flatMap((file) => (file.contentId ? [[file.contentId, file] as const] : [])),
  );
  let room = MAX_PICTURE_BYTES;
  const counts = { remote: 0, missing: 0 };
  const shown = (address: string): string => {
    const target = address.trim();
    if (target === '' || /^data:/i.test(target) || target.startsWith('#')) return address;
    if (!/^cid:/i.test(target)) {
      counts.remote++;
      return NOTHING;
    }
    const file = pictures.get(contentIdIn(target));
    const [type = ''] = file?.type.split(';') ?? [];
    if (file === undefined || !PICTURE.test(type.trim()) || file.content.length > room) {
      counts.missing++;
      return NOTHING;
    }
    room -= file.content.length;
    return `data:${type.trim()};base64,${Buffer.from(file.content).toString('base64')}`;
  };
  const inCss = (css: string) =>
    css.replace(
      CSS_URL,
      (_, ...[double, single, bare]: string[]) => `url("${shown(double ?? single ?? bare ?? '')}")`,
    );
  const edits = editsOf(html, shown, inCss);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(html.slice(from, start), text);
    from = end;
  }
  pieces.push(html.slice(from));
  return { html: pieces.join(''), ...counts };
}

function editsOf(html: string, shown: (address: string) => string, inCss: (css: string) => string): Edit[] {
  const edits: Edit[] = [];
  let element = '';
  const parser = new Parser({
    onopentagname(name) {
      element = name.toLowerCase();
    },
    onattribute(name, value) {
      const after = valueAfter(element, name, value, shown, inCss);
      if (after === value) return;
      const text = `${name}="${after.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
      edits.push({ start: parser.startIndex, end: parser.endIndex, text });
    },
    ontext(text) {
      if (element !== 'style') return;
      const after = inCss(text);
      if (after !== text) edits.push({ start: parser.startIndex, end: parser.endIndex + 1, text: after });
    },
    onclosetag() {
      element = '';
    },
  });
  parser.write(html);
  parser.end();
  return edits;
}

function valueAfter(
  element: string,
  name: string,
  value: string,
  shown: (address: string) => string,
  inCss: (css: string) => string,
): string {
  const attribute = name.toLowerCase();
  if (attribute === 'style') return inCss(value);
  // The one in src is there too.
  if (attribute === 'srcset' || attribute === 'imagesrcset') return '';
  if (LOADED.has(attribute) || (attribute === 'href' && LOADING_LINKS.has(element))) return shown(value);
  return value;
}

function contentIdIn(address: string): string {
  const id = address.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
