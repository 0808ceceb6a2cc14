import type { TObject } from 'typebox';
import { audience } from './audience.ts';
import { campaign } from './campaign.ts';
import type { Category, EventDefinition } from './category.ts';
import { consoleLogin } from './console.ts';
import { contact } from './contact.ts';
import { email } from './email.ts';
import { hooks } from './hooks.ts';
import { keyReuse } from './keyReuse.ts';
import { ledger } from './ledger.ts';
import { links } from './links.ts';
import { seal } from './seal.ts';
import { sms } from './sms.ts';
import { suppression } from './suppression.ts';
import { template, templateName } from './template.ts';
import { webhookDelivery } from './webhookDelivery.ts';
import { webhooks } from './webhooks.ts';
import { workspace } from './workspace.ts';

/** Every category of stream: all event types of the ledger. */
export const categories: readonly Category[] = [
  ledger,
  seal,
  workspace,
  email,
  sms,
  keyReuse,
  contact,
  audience,
  campaign,
  template,
  templateName,
  webhooks,
  webhookDelivery,
  suppression,
  links,
  hooks,
  consoleLogin,
];

export interface CatalogueEntry extends EventDefinition<TObject> {
  readonly type: string;
  readonly category: string;
}

/** Event type -> its definition. Type names are unique over all categories. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  categories.flatMap(({ name, definitions }) =>
    Object.entries(definitions).map(([type, definition]) => [type, { ...definition, type, category: name }]),
  ),
);

/** The log is of a later release, or another program has written into it. */
class EventsAhead extends Error {
  override readonly name = 'EventsAhead';
}

/** Brings a payload of version `v` to the current shape. @throws EventsAhead when the type or the version is unknown */
export function upcast(type: string, v: number, data: unknown): unknown {
  const definition = catalogue.get(type);
  if (definition === undefined)
    throw new EventsAhead(
      `the log has an event ${type}, which this release does not know: another program or a later release wrote it`,
    );
  if (v === definition.v) return data;
  const steps = definition.upcasters?.slice(v - 1) ?? [];
  if (v < 1 || steps.length !== definition.v - v)
    throw new EventsAhead(
      `the log has an event ${type} of version ${v}, which this release does not know: a later release wrote it`,
    );
  return steps.reduce<Record<string, unknown>>((older, step) => step(older), data as Record<string, unknown>);
}
