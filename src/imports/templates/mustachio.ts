import { liquidOf, output, type TemplateLanguage, truthy } from './liquidOf.ts';
import { scopes } from './scopes.ts';
import { Untranslatable } from './tags.ts';

const PATH = /^(?:(?:\.\.\/)*[\w.]+|\.|(?:\.\.\/)+\.?)$/;

/** Mustachio, the language of Postmark's templates: `{{#each list}}`, `{{#section}}`, `{{^section}}` and names. */
const mustachio: TemplateLanguage = {
  dropsLines: false,
  scopes: scopes(true),
  opening(words, line, names) {
    const path = words.slice(1).trim();
    const list = /^each\s+(.*)$/.exec(path)?.[1];
    if (list !== undefined && words.startsWith('#'))
      return { closing: 'each', is: 'each', path: checked(list, line) };
    const is = words.startsWith('^') ? 'unless' : 'if';
    return { closing: path, is, condition: [truthy(names.liquid(checked(path, line), line))], scope: path };
  },
  otherwise: (words, line) => {
    throw new Untranslatable(line, `\`${words}\` is no word of this language`);
  },
  value(tag, names) {
    if (/^pm:unsubscribe(?:_url)?$/.test(tag.words)) return output('unsubscribe_url', tag);
    if (tag.words.startsWith('@'))
      throw new Untranslatable(tag.line, `\`${tag.words}\` is a place for a template`);
    return output(names.liquid(checked(tag.words, tag.line), tag.line), tag);
  },
};

export const mustachioToLiquid = (source: string): string => liquidOf(source, mustachio);

function checked(path: string, line: number): string {
  if (!PATH.test(path)) throw new Untranslatable(line, `\`${path}\` is no name in this language`);
  return path;
}
