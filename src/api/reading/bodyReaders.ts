import type { FastifyRequest } from 'fastify';
import { readSendBatch } from '../compat/batchElements.ts';
import { readMailSend } from '../compat/mailSendRequest.ts';
import { readSend } from '../compat/sendRequest.ts';
import { readEmail, readEmailBatch } from '../emails/emailRequest.ts';
import { NewAudienceBody } from '../resources/audience.ts';
import { readCampaign } from '../resources/campaign.ts';
import { readContact } from '../resources/contact.ts';
import { readSms } from '../resources/sms.ts';
import { readTemplate, readTemplateChanges } from '../resources/template.ts';
import { readEndpointChanges, readNewEndpoint } from '../resources/webhookEndpoint.ts';
import { type BodyReader, type ReadBody, schemaReader } from './reader.ts';

/** The reader of every body, by a name that can be sent to a thread. */
const bodyReaders = {
  email: readEmail,
  emailBatch: readEmailBatch,
  send: readSend,
  sendBatch: readSendBatch,
  mailSend: readMailSend,
  sms: readSms,
  template: readTemplate,
  templateChanges: readTemplateChanges,
  contact: readContact,
  audience: schemaReader(NewAudienceBody),
  campaign: readCampaign,
  newEndpoint: readNewEndpoint,
  endpointChanges: readEndpointChanges,
};

export type BodyReaderName = keyof typeof bodyReaders;

/** A reader by its name, whose value may be of any type. */
export function readerNamed(name: BodyReaderName): BodyReader<unknown> {
  return bodyReaders[name] as BodyReader<unknown>;
}

type ValueOf<Name extends BodyReaderName> =
  ReturnType<(typeof bodyReaders)[Name]> extends ReadBody<infer Value> ? Value : never;

/** The body of a request to a route whose reader has this name: it was read, and nothing was wrong with it. */
export function bodyOf<Name extends BodyReaderName>(
  request: Pick<FastifyRequest, 'body' | 'routeOptions'>,
  name: Name,
): ValueOf<Name> {
  const { reader } = request.routeOptions.config;
  if (reader !== name) throw new Error(`the body of this route is read by ${reader}, not by ${name}`);
  return request.body as ValueOf<Name>;
}
