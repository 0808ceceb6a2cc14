import { faultOf, liquidEngine } from '../../adapters/liquid/liquidEngine.ts';
import { NO_BODY } from '../../api/json.ts';
import { readTemplate, templateParts } from '../../api/resources/template.ts';
import { storeText } from '../../commands/kernel/storedText.ts';
import { importTemplate } from '../../commands/template/importTemplate.ts';
import type { Provider } from '../../imports/forms/index.ts';
import {
  type ProviderTemplate,
  type TemplateForm,
  templateForms,
} from '../../imports/templates/providerTemplates.ts';
import { Untranslatable } from '../../imports/templates/tags.ts';
import type { CommandResult } from '../answer.ts';
import { CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { importRows, issuesInWords, type Outcome } from './importRows.ts';

const COUNTED = {
  added: 'new',
  unchanged: 'of a name that is, or was, in use here: left alone',
  layout: 'layouts, which are put around the others',
};

/** Templates of another provider, in Liquid; what has no counterpart there is named and left out. */
export async function importTemplates(call: LedgerCall, from: Provider): Promise<CommandResult> {
  const form = templateForms[from];
  if (form === undefined)
    throw new CliError(
      `templates come from ${Object.keys(templateForms).join(', ')}; give those of ${from} as plain JSON, in Liquid.`,
      'usage',
    );
  const { origin } = await workspaceNamed(call);
  const engines = { html: liquidEngine(true), text: liquidEngine(false) };
  const layouts: Parameters<TemplateForm['read']>[1] = new Map();
  const names = new Set<string>();

  async function take(template: ProviderTemplate): Promise<Outcome> {
    const named = `${template.name} (${template.id})`;
    const friendlyName = ownName(template, names);
    const parts = { subject: template.subject, html: template.html, text: template.text };
    const translated: Record<string, string> = {};
    for (const [part, source] of Object.entries(parts)) {
      if (source === '') continue;
      const liquid = inLiquid(form as TemplateForm, source);
      if ('fault' in liquid) return { fault: `${named}, ${part}, ${liquid.fault}` };
      translated[part] = liquid.text;
    }
    const { name, variables } = template;
    const read = readTemplate({
      ...NO_BODY,
      value: { friendly_name: friendlyName, name, variables, ...translated },
    });
    if ('issues' in read)
      return {
        fault: `${named}: ${issuesInWords(read.issues)}`,
      };
    const body = read.value;
    for (const part of templateParts(body)) {
      const fault = faultOf(part.escape ? engines.html : engines.text, part);
      if (fault !== null)
        return { fault: `${named}, ${part.name}, line ${fault.line ?? 1}: ${fault.reason}` };
    }
    const store = (text: string | undefined) => (text === undefined ? null : storeText(call.blobs, text));
    const id = await importTemplate(
      call.ledger,
      origin,
      friendlyName,
      call.options.dryRun === true
        ? null
        : async () => ({
            name: body.name,
            subject: body.subject,
            html: await store(body.html),
            text: await store(body.text),
            variables: await storeText(call.blobs, body.variables ?? '{}'),
          }),
    );
    if (id === null) return { is: 'unchanged', note: `${named}: ${friendlyName} is, or was, in use here` };
    return { is: 'added', note: `${named} is ${friendlyName}${id === '' ? '' : `, ${id}`}` };
  }

  return importRows(call, { counted: COUNTED, atOnce: 1 }, async ({ fields }) => {
    const template = form.read(fields, layouts);
    if (typeof template !== 'string') return take(template);
    return template === '' ? { is: 'layout' } : { fault: `${fields.text('name', 'id')}: ${template}` };
  });
}

/** Of two templates of one name the second has its id in it too. */
function ownName({ friendlyName, id }: ProviderTemplate, names: Set<string>): string {
  const own = names.has(friendlyName)
    ? `${friendlyName.slice(0, 60)}-${id
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '')
        .slice(0, 32)}`
    : friendlyName;
  names.add(own);
  return own;
}

function inLiquid(
  { toLiquid }: TemplateForm,
  source: string,
): { readonly text: string } | { readonly fault: string } {
  try {
    return { text: toLiquid(source) };
  } catch (error) {
    if (error instanceof Untranslatable) return { fault: error.message };
    throw error;
  }
}
