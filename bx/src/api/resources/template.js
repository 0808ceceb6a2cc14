// src/api/resources/template.ts
import { Type } from "../../../packages/typebox.js";
import { givenText, loadText, storeText } from "../../commands/kernel/storedText.js";
import { template } from "../../events/template.js";
import { Answer, freeForm, headerText, instantAnswer, orNull, uuidField } from "../fields.js";
import { rawJson } from "../jsonText.js";
import { schemaReader } from "../reading/reader.js";
import { Closed, sizedChecker } from "../validation.js";
var friendlyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[a-z0-9][a-z0-9_-]*$",
  mustBe: "made of a-z, 0-9, - and _, and begin with a letter or digit",
  description: "Unique in the workspace.",
  examples: ["welcome"]
});
var name = Type.String({ minLength: 1, maxLength: 200, examples: ["Welcome"] });
var subject = headerText({
  minLength: 1,
  maxLength: 998,
  description: "Liquid.",
  examples: ["Hello {{ name }}"]
});
var body = (examples) => Type.String({ minLength: 1, description: "Liquid.", examples });
var html = body(["<p>Hello {{ name }}</p>"]);
var text = body(["Hello {{ name }}"]);
var variables = freeForm({ description: "Defaults of the variables.", examples: [{ name: "there" }] });
var NewTemplate = Closed({
  friendly_name: friendlyName,
  name,
  subject,
  html: Type.Optional(html),
  text: Type.Optional(text),
  variables: Type.Optional(variables)
});
var TemplateChanges = Closed(
  {
    friendly_name: Type.Optional(friendlyName),
    name: Type.Optional(name),
    subject: Type.Optional(subject),
    html: Type.Optional(orNull(html)),
    text: Type.Optional(orNull(text)),
    variables: Type.Optional(variables)
  },
  { examples: [{ subject: "Welcome, {{ name }}", html: null, text: "Welcome, {{ name }}" }] }
);
var answered = {
  id: uuidField(),
  friendly_name: friendlyName,
  name,
  subject,
  html: orNull(html),
  text: orNull(text),
  variables,
  revision: Type.Integer({ minimum: 1, description: "The current one." }),
  created_at: instantAnswer(),
  updated_at: instantAnswer()
};
var revision = Answer(
  "TemplateRevision",
  {
    revision: Type.Integer({ minimum: 1 }),
    subject,
    html: orNull(html),
    text: orNull(text),
    created_at: instantAnswer()
  },
  "A body as it was written."
);
var TemplateAnswer = Answer("Template", answered, "A template with its current body.");
var TemplateWithRevisions = Answer(
  "TemplateWithRevisions",
  { ...answered, revisions: Type.Array(revision, { description: "Ascending." }) },
  "A template with every revision."
);
var TemplateList = Answer(
  "TemplateList",
  { data: Type.Array(TemplateAnswer) },
  "Every template, most recently updated first."
);
var withText = ({ variables: variables2, ...body2 }) => ({
  ...body2,
  ...variables2 !== void 0 && { variables: givenText(JSON.stringify(variables2)) }
});
var readTemplate = schemaReader(
  NewTemplate,
  (body2) => withText(body2),
  sizedChecker(NewTemplate, "variables")
);
var readTemplateChanges = schemaReader(
  TemplateChanges,
  (body2) => withText(body2),
  sizedChecker(TemplateChanges, "variables")
);
function templateParts({ subject: subject2, html: html2, text: text2 }) {
  const parts = [];
  if (subject2 !== void 0) parts.push({ name: "subject", source: subject2, escape: false });
  if (html2 != null) parts.push({ name: "html", source: html2, escape: true });
  if (text2 != null) parts.push({ name: "text", source: text2, escape: false });
  return parts;
}
async function storedFields(blobs, given) {
  const store = (text2) => text2 === null ? null : storeText(blobs, text2);
  return {
    ...given.friendly_name !== void 0 && { friendlyName: given.friendly_name },
    ...given.name !== void 0 && { name: given.name },
    ...given.subject !== void 0 && { subject: given.subject },
    ...given.html !== void 0 && { html: await store(given.html) },
    ...given.text !== void 0 && { text: await store(given.text) },
    ...given.variables !== void 0 && {
      variables: await storeText(blobs, given.variables)
    }
  };
}
async function templateAnswer(blobs, { key, document }) {
  return {
    id: key,
    friendly_name: document.friendlyName,
    name: document.name,
    subject: document.subject,
    html: await loaded(blobs, document.html),
    text: await loaded(blobs, document.text),
    variables: rawJson(await loadText(blobs, document.variables)),
    revision: document.revision,
    created_at: document.createdAt,
    updated_at: document.updatedAt
  };
}
async function* templateAnswers(blobs, pages) {
  for await (const page of pages) for (const stored of page) yield [await templateAnswer(blobs, stored)];
}
var EVENT_PAGE = 20;
async function* revisionAnswers(store, blobs, { key, position: upTo }) {
  for (let fromRevision = 0; ; fromRevision += EVENT_PAGE) {
    const options = { fromRevision, limit: EVENT_PAGE };
    const page = await store.readStream(template.stream(key), options);
    for (const { type, data, metadata, position } of page) {
      if (position > upTo || type !== "TemplateCreated" && type !== "TemplateRevised") continue;
      const html2 = await loaded(blobs, data.html);
      const text2 = await loaded(blobs, data.text);
      yield [{ revision: data.revision, subject: data.subject, html: html2, text: text2, created_at: metadata.at }];
    }
    const last = page.at(-1);
    if (last === void 0 || page.length < EVENT_PAGE || last.position >= upTo) return;
  }
}
async function loaded(blobs, text2) {
  return text2 === null ? null : loadText(blobs, text2);
}
export {
  NewTemplate,
  TemplateAnswer,
  TemplateChanges,
  TemplateList,
  TemplateWithRevisions,
  readTemplate,
  readTemplateChanges,
  revisionAnswers,
  storedFields,
  templateAnswer,
  templateAnswers,
  templateParts
};
//# sourceMappingURL=template.js.map
