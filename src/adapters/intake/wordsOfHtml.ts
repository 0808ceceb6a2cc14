import { Parser } from 'htmlparser2';

const UNSEEN = new Set(['head', 'style', 'script', 'title']);
const BLOCKS = new Set(['br', 'p', 'div', 'tr', 'li', 'pre', 'table', 'hr', 'h1', 'h2', 'h3', 'h4']);
const PARAGRAPHS = new Set(['p', 'table', 'pre', 'h1', 'h2', 'h3', 'h4']);

/** What a reader sees of html: enough to find a server's words, one line or paragraph for each block. */
export function wordsOfHtml(html: string): string {
  const words: string[] = [];
  let unseen = 0;
  let isPreformatted = false;
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'pre') isPreformatted = true;
      if (BLOCKS.has(name)) words.push(PARAGRAPHS.has(name) ? '\n\n' : '\n');
      if (name === 'td' || name === 'th') words.push(' ');
    },
    ontext(text) {
      if (unseen === 0) words.push(isPreformatted ? text : text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      if (name === 'pre') isPreformatted = false;
      if (PARAGRAPHS.has(name)) words.push('\n');
    },
  });
  parser.end(html);
  return words
    .join('')
    .replace(/\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}
