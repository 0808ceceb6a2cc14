// src/adapters/submission/parsedMessage.ts
import { MailParser } from "mailparser";
import { PARSER_OPTIONS } from "../intake/readMail.js";
async function parsedMessage(raw) {
  const parser = new MailParser(PARSER_OPTIONS);
  const createNode = parser.createNode.bind(parser);
  parser.createNode = (node) => {
    const part = createNode(node);
    part.isAttachment ||= isNamedText(part);
    return part;
  };
  parser.getTextContent = () => textsOf(parser.tree);
  const failed = new Promise((_, reject) => {
    parser.on("error", reject);
    parser.splitter.on("error", reject);
  });
  parser.end(raw);
  return Promise.race([contentsOf(parser), failed]);
}
async function contentsOf(parser) {
  let texts = textsOf(false);
  const attachments = [];
  for await (const data of parser) {
    if (data.type === "text") texts = data;
    else {
      const chunks = [];
      for await (const chunk of data.content) chunks.push(chunk);
      data.release();
      attachments.push({ ...data, content: Buffer.concat(chunks) });
    }
  }
  return { ...texts, attachments };
}
function isNamedText(part) {
  const { node, parent, contentType } = part;
  if (!node.filename || !parent || parent.contentType === "multipart/alternative") return false;
  return /^text\//.test(contentType || "") && parent.children[0] !== part;
}
function textsOf(tree) {
  const { all, shown, hasHtml } = tree ? textPartsOf(tree) : { all: [], shown: [], hasHtml: false };
  const text = all.flatMap(({ isHtml, content }) => isHtml ? [] : [content]);
  const html = shown.filter(({ content }) => hasHtml && content.trim() !== "").map(htmlOf);
  return { type: "text", text: text.join("\n"), html: html.join("<br/>\n") };
}
function textPartsOf({ textContent, contentType, children }) {
  if (textContent) {
    const hasHtml2 = contentType === "text/html";
    const parts = [{ isHtml: hasHtml2, content: textContent }];
    return { all: parts, shown: parts, hasHtml: hasHtml2 };
  }
  const inside = children.map(textPartsOf);
  const hasHtml = inside.some((one) => one.hasHtml);
  const isChoice = hasHtml && contentType === "multipart/alternative";
  return {
    all: inside.flatMap(({ all }) => all),
    shown: inside.flatMap((one) => isChoice && !one.hasHtml ? [] : one.shown),
    hasHtml
  };
}
var ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
function htmlOf({ isHtml, content }) {
  if (isHtml) return content;
  const escaped = content.trim().replace(/[&<>]/g, (character) => ESCAPED[character] ?? "");
  return `<p>${escaped.replaceAll("\n", "<br/>\n")}</p>`;
}
export {
  parsedMessage
};
//# sourceMappingURL=parsedMessage.js.map
