import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../../src/adapters/mime/composer.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import type { RecordedAcceptance } from '../../../src/events/email.ts';
import { template } from '../../../src/events/template.ts';
import { type EventStore, EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import type { Renderer } from '../../../src/ports/renderer.ts';
import { emailBody } from '../../../src/sender/email/emailBody.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { CORRELATION, recipient, senderBench, WORKSPACE } from '../senderBench.ts';

const test = suite('the body of a mail');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000000';
const renderer: Renderer = {
  render: async () => ({ outcome: 'rendered', parts: { subject: 'News', text: 'x' } }),
  check: async () => [],
  close: async () => {},
};

test('a revision that a new leader does not show yet is asked for again, and the mail not given up', async () => {
  const { store, ledger, blobs, clock, accept } = await senderBench({ renderer });
  const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };
  const words = { subject: 'News', html: null, text: { inline: 'x' } };
  const created = { friendlyName: 't', name: 'T', variables: { inline: '{}' }, revision: 1, ...words };
  const events = newEvents(ledger, origin, [{ type: 'TemplateCreated', data: created }]);
  await store.append(template.stream(TEMPLATE), 'no-stream', events);
  await accept(ID, {
    ...{ subject: '', html: null, text: null, recipients: [recipient(1, 'a@b.example')] },
    template: { templateId: TEMPLATE, revision: 1, variables: null },
  });
  const accepted = store.log.find(({ type }) => type === 'EmailAccepted');
  assert.ok(accepted);
  const acceptance = accepted as RecordedAcceptance;
  let isShown = false;
  const elected: EventStore = {
    ...store,
    readStream: async (stream, options) => (isShown ? store.readStream(stream, options) : []),
  };
  const body = () =>
    emailBody({ store: elected, blobs, composer: mimeComposer(), clock, renderer }, acceptance);
  assert.instance(await rejection(body()), EventStoreUnavailable);
  isShown = true;
  assert.equal(await body(), { is: 'ready', body: { subject: 'News', html: null, text: 'x' } });
});

test.run();
