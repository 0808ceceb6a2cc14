// src/sender/email/htmlLinks.ts
import { Tokenizer } from "htmlparser2";
var WITH_HREF = /* @__PURE__ */ new Set(["a", "area", "base"]);
var LONGEST_TAG = 4;
var BEFORE_VALUE = /[ \t\n\f\r]*=[ \t\n\f\r]*["']?/y;
var NO_TRACK = "data-postledger-notrack";
var TARGET_MAX_BYTES = 2e3;
var MAX_TAGS = 2e4;
var nothing = () => {
};
var IGNORED = {
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
  ontextentity: nothing
};
function linksIn(html) {
  const tags = [];
  let base;
  let tag = null;
  let name = "";
  let value = "";
  let valueStart = 0;
  let [bodyEnd, htmlEnd] = [html.length, html.length];
  const ended = () => {
    if (tag?.name === "base" && tag.href !== null) {
      if (base === void 0) base = isLong(tag.href.text) ? null : absolute(tag.href.text, null);
    } else if (tag !== null && tag.href !== null && !tag.isUntracked && tags.length < MAX_TAGS)
      tags.push(tag);
    tag = null;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...IGNORED,
      onopentagname(start, end) {
        const opened = end - start > LONGEST_TAG ? "" : html.slice(start, end).toLowerCase();
        tag = WITH_HREF.has(opened) ? { name: opened, href: null, isUntracked: false } : null;
      },
      onattribname(start, end) {
        if (tag === null) return;
        name = html.slice(start, end).toLowerCase();
        value = "";
        BEFORE_VALUE.lastIndex = end;
        valueStart = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
        if (name === NO_TRACK) tag = { ...tag, isUntracked: true };
      },
      onattribdata(start, end) {
        if (tag !== null) value += html.slice(start, end);
      },
      onattribend(quote, end) {
        if (tag === null || name !== "href" || tag.href !== null || quote === 0) return;
        if (tags.length === MAX_TAGS && tag.name !== "base") return;
        const text = value.includes("&") ? decoded(value, quote) : value;
        tag = { ...tag, href: { text, start: valueStart, end: quote === 1 ? end : end - 1 } };
      },
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag(start, end) {
        const closed = html.slice(start, end).trim().toLowerCase();
        if (closed === "body") bodyEnd = start - 2;
        if (closed === "html") htmlEnd = start - 2;
      }
    }
  );
  tokenizer.write(html);
  tokenizer.end();
  return { links: resolved(tags, base ?? null), pixelAt: bodyEnd < html.length ? bodyEnd : htmlEnd };
}
function* resolved(tags, base) {
  for (const { href } of tags) {
    const target = href && targetOf(href.text, base);
    if (href && target !== null) yield { start: href.start, end: href.end, target };
  }
}
function decoded(value, quote) {
  const mark = quote === 1 ? "" : quote === 2 ? "'" : '"';
  const html = `<a href=${mark}${value}${mark}>`;
  let text = "";
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onattribdata(start, end) {
        text += html.slice(start, end);
      },
      onattribentity(codePoint) {
        text += String.fromCodePoint(codePoint);
      }
    }
  );
  tokenizer.write(html);
  tokenizer.end();
  return text;
}
function targetOf(href, base) {
  const text = href.replace(/[\t\n\r]/g, "").trim();
  if (text === "" || text.startsWith("#") || isLong(text)) return null;
  const target = absolute(text, null) === null ? absolute(text, base) : text;
  return target === null || isLong(target) ? null : target;
}
var isLong = (text) => Buffer.byteLength(text) > TARGET_MAX_BYTES;
function absolute(text, base) {
  const url = URL.canParse(text, base ?? void 0) ? new URL(text, base ?? void 0) : null;
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}
export {
  linksIn
};
//# sourceMappingURL=htmlLinks.js.map
