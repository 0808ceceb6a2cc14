import { type Fields, rowFields } from '../fields.ts';
import type { Provider } from '../forms/index.ts';
import { handlebarsToLiquid } from './handlebars.ts';
import { mustachioToLiquid } from './mustachio.ts';

/** A template as a provider has it, before its parts are translated. */
export interface ProviderTemplate {
  /** Its id there, for people. */
  readonly id: string;
  readonly friendlyName: string;
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** JSON object of defaults. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface TemplateForm {
  /** Throws Untranslatable. */
  toLiquid(source: string): string;
  /**
   * The template of an entry; a text says why there is none.
   * @param layouts HTML and text of the layouts that the file has had so far, by name
   */
  read(fields: Fields, layouts: Map<string, Layout>): ProviderTemplate | string;
}

interface Layout {
  readonly html: string;
  readonly text: string;
}

/** As a template's name in requests: `Order shipped!` is `order-shipped`. */
function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 100);
}

const plain: TemplateForm = {
  toLiquid: (source) => source,
  read: (fields) => ({
    id: fields.text('id', 'friendlyname'),
    friendlyName: fields.text('friendlyname') || slug(fields.text('name')),
    name: fields.text('name', 'friendlyname'),
    subject: fields.text('subject'),
    html: fields.text('html'),
    text: fields.text('text'),
    variables: Object(fields.value('variables') ?? {}) as Record<string, unknown>,
  }),
};

/** `GET /v3/templates/{id}`, or a list of such answers: of each template the active version. */
const sendgrid: TemplateForm = {
  toLiquid: handlebarsToLiquid,
  read: (fields) => {
    if (fields.text('generation') === 'legacy')
      return 'a legacy template has substitution tags, which Liquid has not';
    const versions = fields.value('versions');
    const active = (Array.isArray(versions) ? versions : []).find(
      (version) => Number(Object(version).active) === 1,
    );
    if (active === undefined) return 'it has no active version';
    const version = rowFields(Object.entries(Object(active)));
    if (!version.has('htmlcontent') && !version.has('plaincontent'))
      return 'it has no content here, as in a list of templates: take it from `GET /v3/templates/{id}`';
    return {
      id: fields.text('id'),
      friendlyName: slug(fields.text('name')),
      name: fields.text('name'),
      subject: version.text('subject'),
      html: version.text('htmlcontent'),
      // SendGrid makes the text from the html itself where it is asked to.
      text: version.text('generateplaincontent') === 'true' ? '' : version.text('plaincontent'),
      variables: {},
    };
  },
};

const CONTENT = /\{\{\{\s*@content\s*\}\}\}/g;

/** `GET /templates/{id}`, or a list of such answers, layouts before what uses them. */
const postmark: TemplateForm = {
  toLiquid: mustachioToLiquid,
  read: (fields, layouts) => {
    const alias = fields.text('alias');
    const [html, text] = [fields.text('htmlbody'), fields.text('textbody')];
    if (fields.text('templatetype').toLowerCase() === 'layout') {
      layouts.set(alias, { html, text });
      return '';
    }
    if (!fields.has('htmlbody') && !fields.has('textbody'))
      return 'it has no content here, as in a list of templates: take it from `GET /templates/{id}`';
    const layoutName = fields.text('layouttemplate');
    const layout = layouts.get(layoutName);
    if (layoutName !== '' && layout === undefined)
      return `its layout ${layoutName} is not in the file before it`;
    const laidOut = (around: string | undefined, part: string) =>
      around === undefined || around === '' || part === '' ? part : around.replace(CONTENT, () => part);
    return {
      id: alias || fields.text('templateid'),
      friendlyName: slug(alias) || slug(fields.text('name')),
      name: fields.text('name'),
      subject: fields.text('subject'),
      html: laidOut(layout?.html, html),
      text: laidOut(layout?.text, text),
      variables: {},
    };
  },
};

/** Whose templates can be translated. */
export const templateForms: Readonly<Partial<Record<Provider, TemplateForm>>> = { plain, sendgrid, postmark };
