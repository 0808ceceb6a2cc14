import type { Language } from './language.ts';

/** A page for a recipient: a heading, some sentences, and at most one button. */
export interface Page {
  readonly title: string;
  readonly sentences: readonly string[];
  /** `action`: what the button's form posts back to the page's own address. */
  readonly button: { readonly action: string; readonly label: string; readonly isQuiet: boolean } | null;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #565c63; --paper: #f4f5f6; --card: #fff; --line: #d6d9dc; --press: #1f5fbf; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #b3b9c0; --paper: #15181b; --card: #1f2327; --line: #3b4147; --press: #8ab6ff; --on: #0b1a30; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 32rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 2rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 .75rem; }
form { margin: 1.25rem 0 0; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.5rem; border-radius: .5rem; border: 2px solid var(--press); background: var(--press); color: var(--on); cursor: pointer; }
button.quiet { background: transparent; color: var(--press); }
button:focus-visible { outline: 3px solid var(--press); outline-offset: 3px; }
`;

/** The page as HTML that needs no script, no picture and nothing from elsewhere. */
export function pageHtml(language: Language, { title, sentences, button }: Page): string {
  const form =
    button === null
      ? ''
      : `<form method="post"><input type="hidden" name="action" value="${escaped(button.action)}">` +
        `<button type="submit"${button.isQuiet ? ' class="quiet"' : ''}>${escaped(button.label)}</button></form>`;
  return (
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<meta name="robots" content="noindex">\n<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n` +
    `<body>\n<main>\n<h1>${escaped(title)}</h1>\n` +
    `${sentences.map((sentence) => `<p>${escaped(sentence)}</p>\n`).join('')}${form}\n</main>\n</body>\n</html>\n`
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
