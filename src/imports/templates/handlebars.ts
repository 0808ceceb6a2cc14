import { dateFormat, offsetMinutes } from './dateFormat.ts';
import { liquidOf, output, type TemplateLanguage, truthy } from './liquidOf.ts';
import { type Scopes, scopes } from './scopes.ts';
import { type Piece, Untranslatable } from './tags.ts';

const COMPARED: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  lessThan: '<',
};
/** Filled in by SendGrid itself, from the sender or the groups of the account. */
const OWN = /^(?:unsubscribe_preferences|weblink|Weblink|Sender_\w+|asm_\w+)$/;
const WORD = /"[^"]*"|'[^']*'|\([^()]*\)|(?:\[[^\]]*\]|\S)+/g;

/** Handlebars as SendGrid's dynamic templates have it, with the helpers that its documents name. */
const handlebars: TemplateLanguage = {
  dropsLines: true,
  scopes: scopes(false),
  opening(words, at, names) {
    const [helper = '', ...rest] = words.slice(1).trim().match(WORD) ?? [];
    if (helper === 'if' || helper === 'unless')
      return { closing: helper, is: helper, condition: condition('if', rest, at, names) };
    if (helper in COMPARED || helper === 'and' || helper === 'or')
      return { closing: helper, is: 'if', condition: condition(helper, rest, at, names) };
    if (helper === 'each') {
      const [list = '', as, name = '', ...more] = rest;
      if (as === undefined) return { closing: helper, is: 'each', path: list };
      if (as === 'as' && more.length === 0 && /^\|\w+\|$/.test(name))
        return { closing: helper, is: 'each', path: list, name: name.slice(1, -1) };
    }
    if (helper === 'with' && rest.length === 1) return { closing: helper, is: 'with', path: rest[0] ?? '' };
    throw new Untranslatable(
      at,
      `the block \`#${[helper, ...rest].join(' ')}\` has no counterpart in Liquid`,
    );
  },
  otherwise(words, at, names) {
    const [, ...rest] = words.match(WORD) ?? [];
    if (rest.length === 0) return { condition: null };
    const [helper = '', ...values] = rest;
    if (helper === 'if' || helper in COMPARED || helper === 'and') {
      const found = condition(helper, values, at, names);
      return { condition: found };
    }
    throw new Untranslatable(at, `\`else ${helper}\` has no counterpart in Liquid`);
  },
  value(tag, names) {
    const [helper = '', ...rest] = tag.words.match(WORD) ?? [];
    if (rest.length > 0) return helperValue(tag, helper, rest, names);
    if (helper === 'unsubscribe') return output('unsubscribe_url', tag);
    if (OWN.test(helper)) throw new Untranslatable(tag.line, `\`${helper}\` is filled in by SendGrid`);
    return output(loopValue(helper) ?? names.liquid(checked(helper, tag.line), tag.line), tag);
  },
};

export const handlebarsToLiquid = (source: string): string => liquidOf(source, handlebars);

/** What a loop says of itself. */
const loopValue = (word: string): string | null =>
  ({ '@index': 'forloop.index0', '@first': 'forloop.first', '@last': 'forloop.last' })[word] ?? null;

function checked(word: string, line: number): string {
  if (/^@(?!root\b)/.test(word) || /^[>*]/.test(word))
    throw new Untranslatable(line, `\`${word}\` has no counterpart in Liquid`);
  return word;
}

/** A name, a text, a number, `true`, `false`, or `(length list)`. */
function operand(word: string | undefined, line: number, names: Scopes): string {
  if (word === undefined) throw new Untranslatable(line, 'a value lacks');
  if (/^(?:-?\d+(?:\.\d+)?|true|false|"[^"]*"|'[^']*')$/.test(word)) return word;
  if (word === 'null' || word === 'undefined') return 'nil';
  const length = /^\(\s*length\s+(\S+)\s*\)$/.exec(word);
  if (length !== null) return `${names.liquid(length[1] ?? '', line)}.size`;
  if (word.startsWith('(')) throw new Untranslatable(line, `\`${word}\` has no counterpart in Liquid`);
  return loopValue(word) ?? names.liquid(checked(word, line), line);
}

/** Of `or` the alternatives are several: Liquid has no brackets. */
function condition(helper: string, words: readonly string[], line: number, names: Scopes): readonly string[] {
  const values = words.map((word) => operand(word, line, names));
  const [left, right] = values;
  const sign = COMPARED[helper];
  if (helper === 'if' && left !== undefined && values.length === 1) return [truthy(left)];
  if (sign !== undefined && right !== undefined && values.length === 2) return [`${left} ${sign} ${right}`];
  if (helper === 'and' && values.length > 0) return [values.map(truthy).join(' and ')];
  if (helper === 'or' && values.length > 0) return values.map(truthy);
  throw new Untranslatable(line, `\`${helper}\` has other values than it takes`);
}

function helperValue(
  tag: Extract<Piece, { is: 'tag' }>,
  helper: string,
  [first, second, third, ...more]: readonly string[],
  names: Scopes,
): string {
  const { line } = tag;
  const text = (word: string | undefined) => /^(["'])(.*)\1$/.exec(word ?? '')?.[2] ?? null;
  if (helper === 'insert' && text(second) !== null && third === undefined) {
    const instead = (text(second) ?? '').replace(/^default=/, '');
    return output(`${operand(first, line, names)} | default: "${instead.replaceAll('"', "'")}"`, tag);
  }
  if (helper === 'length' && second === undefined) return output(`${operand(first, line, names)}.size`, tag);
  const format = dateFormat(text(second) ?? '');
  const offset = third === undefined ? 0 : offsetMinutes(text(third) ?? third);
  if (helper === 'formatDate' && format !== null && offset !== null && more.length === 0)
    return output(`${operand(first, line, names)} | date: "${format}", ${-offset}`, tag);
  throw new Untranslatable(line, `\`${tag.words}\` has no counterpart in Liquid`);
}
