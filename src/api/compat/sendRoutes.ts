import { Type } from 'typebox';
import { emailAcceptance } from '../../accepting/emailAcceptance.ts';
import { acceptBatch } from '../../commands/email/acceptBatch.ts';
import { acceptEmail } from '../../commands/email/acceptEmail.ts';
import {
  type AcceptedElements,
  acceptValid,
  type RequestedElement,
} from '../../commands/email/acceptValid.ts';
import { emailIdOf } from '../../commands/email/emailIds.ts';
import { usedForAnother } from '../../commands/kernel/keyReuse.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import { isOtherRequest } from '../../commands/kernel/requestHash.ts';
import type { Routes } from '../dependencies.ts';
import { BATCH_MAX } from '../emails/emailRules.ts';
import { Answer, acceptedId } from '../fields.ts';
import { idempotencyKey } from '../idempotency.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { MAX_ISSUES } from '../schemaIssues.ts';
import { refuseIfAny } from '../validation.ts';
import { validationMode, withRefusals } from './batchElements.ts';
import { documentedForm } from './fieldTable.ts';
import { batchFields, sendFields } from './sendFields.ts';
import { pastTimeIssues, withSentNames } from './sendIssues.ts';

const operation = operationsOf('Compatibility');
const config = { scope: 'email:send', sends: true, idempotencyKey: 'optional' } as const;

const example = {
  from: 'Acme <hello@acme.test>',
  to: ['delivered@example.com'],
  subject: 'Your invoice',
  html: '<p>Thank you.</p>',
  tags: [{ name: 'kind', value: 'invoice' }],
};

const RefusedElement = Answer(
  'RefusedEmail',
  { index: Type.Integer({ minimum: 0 }), message: Type.String({ examples: ['/to must be an address.'] }) },
  'An element that was not accepted, by its place in the batch.',
);

/** Section 4.9 of the interface: the body-and-path shape, one send and up to a hundred at once. */
export const sendRoutes: Routes = (app, dependencies) => {
  singleRoute(app, dependencies);
  batchRoute(app, dependencies);
};

const singleRoute: Routes = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);
  const { clock, ids } = dependencies.ledger;
  app.post(
    '/emails',
    {
      config: { ...config, reader: 'send' },
      schema: operation('sendEmailInOtherShape', 'Send an email, in the body-and-path shape', {
        body: documentedForm(sendFields, { examples: [example] }),
        response: { 200: acceptedId() },
      }),
    },
    async (request, reply) => {
      const sent = bodyOf(request, 'send');
      const origin = originOf(request);
      const key = idempotencyKey(request, { required: false }) ?? ids.uuid();
      const past = pastTimeIssues(clock, sent, '/scheduled_at');
      const accepted = acceptEmail(
        accepting,
        origin,
        emailIdOf(accepting.ledger.ids, origin.workspace, key),
        sent,
        past,
      );
      const { id, isNew, data } = await withSentNames(accepted, sentPath);
      if (isOtherRequest(data, sent)) throw usedForAnother(id);
      if (!isNew) reply.header('Idempotent-Replayed', 'true');
      return reply.code(200).send({ id });
    },
  );
};

const batchRoute: Routes = (app, dependencies) => {
  const accepting = emailAcceptance(dependencies);
  const { clock } = dependencies.ledger;
  app.post(
    '/emails/batch',
    {
      config: { ...config, reader: 'sendBatch' },
      schema: operation('sendEmailsInOtherShape', 'Send up to 100 emails, in the body-and-path shape', {
        headers: Type.Object({
          'x-batch-validation': Type.Optional(
            Type.Union([Type.Literal('strict'), Type.Literal('permissive')], {
              default: 'strict',
              description: 'Strict: all or none. Permissive: those that are valid.',
            }),
          ),
        }),
        body: Type.Array(documentedForm(batchFields), {
          minItems: 1,
          maxItems: BATCH_MAX,
          examples: [[example]],
        }),
        response: {
          200: Answer(
            'AcceptedAndRefusedEmails',
            { data: Type.Array(acceptedId()), errors: Type.Optional(Type.Array(RefusedElement)) },
            'One id an accepted email, in order; `errors` is there in permissive batches alone.',
          ),
        },
      }),
    },
    async (request, reply) => {
      const mode = validationMode(request.headers['x-batch-validation']);
      const { issues, elements: read } = bodyOf(request, 'sendBatch');
      const elements = read.map((element) => withRefusals(element, clock));
      const all = [...(typeof mode === 'string' ? [] : mode.issues), ...issues];
      refuseIfAny(mode === 'permissive' ? all : [...all, ...elementIssues(elements)].slice(0, MAX_ISSUES));
      const key = idempotencyKey(request, { required: false });
      const batch = { operation: 'compat-batch' as const, elements, idempotencyKey: key };
      if (mode === 'permissive') {
        const accepted = await acceptValid(accepting, originOf(request), batch);
        if (accepted.isReplay) reply.header('Idempotent-Replayed', 'true');
        return reply.code(200).send(permissiveAnswer(accepted));
      }
      const accepted = acceptBatch(accepting, originOf(request), { ...batch, ...wholeBatch(elements) });
      const { ids, replayed } = await withSentNames(accepted, sentPath);
      if (replayed !== null) reply.header('Idempotent-Replayed', 'true');
      return reply.code(200).send({ data: ids.map((id) => ({ id })) });
    },
  );
};

/** What is wrong with the form of the elements. */
const elementIssues = (elements: readonly RequestedElement[]) =>
  elements.flatMap((element, index) => ('issues' in element ? within(element.issues, index) : []));

function wholeBatch(elements: readonly RequestedElement[]) {
  const valid = elements.flatMap((element) => ('issues' in element ? [] : [element]));
  return {
    requests: valid.map(({ request }) => request),
    refusedNow: valid.flatMap(({ refusedNow }, index) => within(refusedNow, index)),
  };
}

const within = (issues: readonly Issue[], index: number) =>
  issues.map(({ path, message }) => ({ path: `/${index}${path}`, message }));

function permissiveAnswer({ ids, refused }: AcceptedElements) {
  return {
    data: ids.map((id) => ({ id })),
    errors: refused.map(({ index, issues }) => ({ index, message: sentence(issues) })),
  };
}

/** Issues of one element that its sentence names at most. */
const SENTENCE_MAX = 10;

function sentence(issues: readonly Issue[]): string {
  const parts = issues
    .slice(0, SENTENCE_MAX)
    .map(({ path, message }) => `${sentPath(path) || 'The email'} ${message.replace(/\.$/, '')}`);
  const more = issues.length > SENTENCE_MAX ? `; and ${issues.length - SENTENCE_MAX} more` : '';
  return `${parts.join('; ')}${more}.`;
}

/** The path of a refused template in this shape, from its native field. */
const sentPath = (path: string) => path.replace(/\/template_id$/, '/template/id');
