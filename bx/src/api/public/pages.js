// src/api/public/pages.ts
import { languageFor, TEXTS } from "./texts.js";
var STYLE = `
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
function pageHtml(language, { title, sentences, button }) {
  const form = button === null ? "" : `<form method="post"><input type="hidden" name="action" value="${escaped(button.action)}"><button type="submit"${button.isQuiet ? ' class="quiet"' : ""}>${escaped(button.label)}</button></form>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${sentences.map((sentence) => `<p>${escaped(sentence)}</p>
`).join("")}${form}
</main>
</body>
</html>
`;
}
var ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function escaped(text) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
var PRIVATE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex"
};
var PAGE_HEADERS = {
  ...PRIVATE_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  vary: "Accept-Language"
};
function withPrivateHeaders(reply) {
  return reply.headers({ ...PRIVATE_HEADERS });
}
function answerPage(request, reply, status, pageOf) {
  const language = languageFor(request.headers["accept-language"]);
  return reply.code(status).headers({ ...PAGE_HEADERS, "content-language": language }).send(pageHtml(language, pageOf(TEXTS[language])));
}
function answerText(request, reply, status, name) {
  return answerPage(request, reply, status, ({ [name]: { title, text } }) => {
    return { title, sentences: [text], button: null };
  });
}
function answerUnknown(request, reply) {
  return answerText(request, reply, 404, "unknown");
}
export {
  answerPage,
  answerText,
  answerUnknown,
  withPrivateHeaders
};
//# sourceMappingURL=pages.js.map
