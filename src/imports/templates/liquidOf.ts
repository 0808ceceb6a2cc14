import type { Scopes } from './scopes.ts';
import { literal, type Piece, piecesOf, Untranslatable } from './tags.ts';

type Tag = Extract<Piece, { is: 'tag' }>;

/** What begins at a tag, and the word that ends it. */
export type Opening = { readonly closing: string } & (
  | {
      readonly is: 'if' | 'unless';
      /** Alternatives, of which one must hold. */
      readonly condition: readonly string[];
      /** Names within are asked of this value. */
      readonly scope?: string;
    }
  | { readonly is: 'each'; readonly path: string /** Of the item. */; readonly name?: string }
  | { readonly is: 'with'; readonly path: string }
);

/** A language of templates that has its tags between braces. */
export interface TemplateLanguage {
  /** Whether a block that stands alone on its line takes the line along. */
  readonly dropsLines: boolean;
  readonly scopes: Scopes;
  /** Of a tag with `#` or `^`. */
  opening(words: string, line: number, names: Scopes): Opening;
  /** Of a tag `else`; null: what is left. */
  otherwise(words: string, line: number, names: Scopes): { readonly condition: readonly string[] | null };
  /** The Liquid of a tag that prints something. */
  value(tag: Tag, names: Scopes): string;
}

interface Block {
  readonly opening: Opening;
  readonly line: number;
  readonly names: Scopes;
  readonly end: string;
}

/** False, nothing, an empty text or list, and zero count as no, as they do in JavaScript; in Liquid only the first two. */
export const truthy = (value: string): string => `${value} and ${value} != empty and ${value} != 0`;

/** Prints a value, and nothing where it lacks: this service refuses to send then, and the other languages don't. */
export function output(value: string, { raw, trims }: Tag): string {
  const shown = value.includes(' | ') ? value : `${value} | default: "", allow_false: true`;
  return `{{${trims.before ? '-' : ''} ${shown}${raw ? ' | raw' : ''} ${trims.after ? '-' : ''}}}`;
}

/**
 * Translates a template.
 * @throws Untranslatable at the first tag that Liquid has no counterpart of
 */
export function liquidOf(source: string, language: TemplateLanguage): string {
  const blocks: Block[] = [];
  let names = language.scopes;
  let made = 0;
  /** A name that the template does not use. */
  const newName = (word: string) => {
    do made += 1;
    while (source.includes(`${word}_${made}`));
    return `${word}_${made}`;
  };

  function open(tag: Tag): string {
    const { line, words } = tag;
    const opening = language.opening(words, line, names);
    const block = { opening, line, names };
    if (opening.is === 'with') {
      blocks.push({ ...block, end: '' });
      names = names.section(opening.path, line);
      return '';
    }
    if (opening.is === 'each') {
      const [list, item] = [newName('list'), newName('item')];
      const from = names.liquid(opening.path, line);
      blocks.push({ ...block, end: '{% endfor %}' });
      names = names.item(opening.path, item, line, opening.name);
      return `{% assign ${list} = ${from} | default: "" %}${blockTag(`for ${item} in ${list}`, tag)}`;
    }
    const { is, condition, scope } = opening;
    blocks.push({ ...block, end: is === 'if' ? '{% endif %}' : '{% endunless %}' });
    if (scope !== undefined) names = names.section(scope, line);
    const [only = '', ...more] = condition;
    if (more.length === 0) return blockTag(`${is} ${only}`, tag);
    const holds = newName('any');
    const each = condition.map((one) => `{% if ${one} %}{% assign ${holds} = true %}{% endif %}`).join('');
    return `{% assign ${holds} = false %}${each}${blockTag(`${is} ${holds}`, tag)}`;
  }

  function otherwise(tag: Tag): string {
    const { condition } = language.otherwise(tag.words, tag.line, names);
    const block = blocks.at(-1);
    if (block === undefined || block.opening.is === 'with')
      throw new Untranslatable(tag.line, '`else` stands outside of a block');
    // What a loop has instead of its items, and all of a block's branches, are outside of the item.
    if (block.opening.is === 'each') names = block.names;
    if (condition === null) return blockTag('else', tag);
    if (block.opening.is === 'each') throw new Untranslatable(tag.line, 'a loop has one `else`');
    return blockTag(`elsif ${condition.join(' and ')}`, tag);
  }

  function close(tag: Tag): string {
    const word = tag.words.slice(1).trim();
    const block = blocks.pop();
    if (block === undefined || block.opening.closing !== word)
      throw new Untranslatable(tag.line, `\`/${word}\` ends what did not begin`);
    names = block.names;
    return block.end === '' ? '' : blockTag(block.end.slice(3, -3), tag);
  }

  const written = piecesOf(source, language.dropsLines).map((piece) => {
    if (piece.is === 'text') return literal(piece.text);
    const { words } = piece;
    const top = blocks.at(-1);
    // `{{^name}}` within `{{#name}}` is its other branch.
    if (words.startsWith('^') && top?.opening.is === 'if' && top.opening.closing === words.slice(1).trim()) {
      names = top.names.section(top.opening.closing, piece.line);
      return blockTag('else', piece);
    }
    if (/^[#^](?!\*)/.test(words) && words.slice(1).trim() !== '') return open(piece);
    if (words.startsWith('/')) return close(piece);
    if (/^(?:else(?:\s|$)|\^$)/.test(words)) return otherwise(piece);
    return language.value(piece, names);
  });
  const left = blocks.at(-1);
  if (left !== undefined) throw new Untranslatable(left.line, `\`#${left.opening.closing}\` does not end`);
  return written.join('');
}

function blockTag(words: string, { trims }: Tag): string {
  return `{%${trims.before ? '-' : ''} ${words} ${trims.after ? '-' : ''}%}`;
}
