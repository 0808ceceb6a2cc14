/** A piece of a template: text that is sent as it stands, or what stands between braces. */
export type Piece =
  | { readonly is: 'text'; readonly text: string; readonly line: number }
  | {
      readonly is: 'tag';
      /** Without braces, tildes and spaces around it. */
      readonly words: string;
      /** Three braces, or `&`: not escaped. */
      readonly raw: boolean;
      /** Whether the white space before and after it goes. */
      readonly trims: { readonly before: boolean; readonly after: boolean };
      readonly line: number;
    };

/** What a template has and Liquid has not; named by its line. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`);
  }
}

const TAG = /\\?\{\{\{\{|\\\{\{[^}]*\}\}|\{\{~?!--[\s\S]*?--~?\}\}|\{\{\{([^{}]+)\}\}\}|\{\{([^{}]+)\}\}/g;
/** A block or a comment alone on its line leaves no empty line (the Mustache specification, standalone tags). */
const ALONE = /^[ \t]*(\{\{(?:[#/^!][^{}]*|\s*else(?:\s[^{}]*)?)\}\})[ \t]*(?:\r?\n|$)/gm;

/** @param dropsLines whether the language drops lines on which a block stands alone */
export function piecesOf(written: string, dropsLines: boolean): readonly Piece[] {
  // Line numbers are those of the source: a dropped line end is counted by the mark that stands for it.
  const source = dropsLines
    ? written.replace(ALONE, (whole, tag: string) => (whole.endsWith('\n') ? `${tag}\0` : tag))
    : written;
  const pieces: Piece[] = [];
  let at = 0;
  let line = 1;
  const addText = (text: string) => {
    if (text.includes('{{')) throw new Untranslatable(line, '`{{` does not end, or holds braces');
    const shown = text.replaceAll('\0', '');
    if (shown !== '') pieces.push({ is: 'text', text: shown, line });
    line += text.split(/[\n\0]/).length - 1;
  };
  for (const { 0: whole, 1: triple, 2: double, index } of source.matchAll(TAG)) {
    addText(source.slice(at, index));
    at = index + whole.length;
    if (whole.endsWith('{{{{')) throw new Untranslatable(line, '`{{{{` begins a raw block');
    if (whole.startsWith('\\')) pieces.push({ is: 'text', text: whole.slice(1), line });
    else if (!/^\{\{~?!/.test(whole)) {
      const inner = triple ?? double ?? '';
      const trims = { before: inner.startsWith('~'), after: inner.endsWith('~') };
      const bare = inner.replace(/^~|~$/g, '').trim();
      const raw = triple !== undefined || bare.startsWith('&');
      pieces.push({ is: 'tag', words: bare.replace(/^&\s*/, ''), raw, trims, line });
    }
    line += whole.split('\n').length - 1;
  }
  addText(source.slice(at));
  return pieces;
}

/** Text with nothing that Liquid would read. */
export const literal = (text: string): string => text.replace(/\{[{%]/g, (opening) => `{{ "${opening}" }}`);
