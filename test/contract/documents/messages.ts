import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import type { Collection, Documents } from '../../../src/ports/documents.ts';
import {
  cursorText,
  findMessages,
  messageCursor,
  messagesWithIds,
} from '../../../src/projections/findMessages.ts';
import type { MessageDocument, MessageEntry } from '../../../src/projections/messageDocuments.ts';
import { messages } from '../../../src/projections/messages.ts';
import type { Factory, Opened } from '../opened.ts';
import { at, freshName } from './collections.ts';

const W = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const MESSAGES = 120;
const TAGS = ['red', 'green', 'blue'];
const idOf = (n: number) => `00000000-0000-4000-8000-${String((n * 7919) % 1_000_000).padStart(12, '0')}`;
/** Four messages share each time. */
const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 4) * 1_000).toISOString();

interface Made {
  readonly id: string;
  readonly workspace: string;
  readonly to: readonly string[];
  readonly tags: readonly string[];
  readonly status: string;
  readonly createdAt: string;
  readonly templateId: string | null;
  readonly campaignId: string | null;
}

function made(n: number): Made {
  return {
    ...{ id: idOf(n), workspace: n % 10 === 9 ? OTHER : W, createdAt: timeOf(n) },
    to: Array.from({ length: 1 + (n % 3) }, (_, r) => `p${(n + r) % 7}@example.org`),
    tags: TAGS.filter((_, t) => (n >> t) % 2 === 1),
    status: n % 4 === 0 ? 'delivered' : 'queued',
    templateId: n % 5 === 0 ? 't' : null,
    campaignId: n % 6 === 0 ? 'c' : null,
  };
}

function eventsOf(n: number): RecordedEvent[] {
  const { id, workspace, to, tags, status, createdAt, templateId, campaignId } = made(n);
  const recipients = to.map((address) => ({ address, kind: 'to', deliveryId: address, sandbox: true }));
  const accepted = {
    ...{ from: 'a@b.co', subject: `${n}`, tags, recipients, suppressedRecipients: [], scheduledFor: null },
    ...{ batchId: null, batch: null, credits: 1, template: templateId && { templateId, revision: 1 } },
    campaign: campaignId && { campaignId },
  };
  const delivered = status === 'delivered' ? to.map((deliveryId) => ['Delivered', { deliveryId }]) : [];
  return [['EmailAccepted', accepted], ...delivered].map(([type, data], revision) => ({
    ...{ id: `${id}-${revision}`, type: String(type), data, stream: `email-${id}`, revision },
    position: at(n * 100 + revision + 1),
    metadata: { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at: createdAt },
  }));
}

/** Finding messages: each filter against all messages, pages by cursor, and pages while others arrive. */
export function messageContract(name: string, factory: Factory<Documents>): void {
  const test = suite(name);
  let opened: Opened<Documents>;
  let collection: Collection<MessageDocument | MessageEntry>;
  const fold = (from: number, to: number) =>
    foldInto(
      messages(1) as never,
      collection as Collection<object>,
      Array.from({ length: to - from }, (_, n) => eventsOf(from + n)).flat(),
    );
  test.before(async () => {
    opened = await factory();
    collection = await opened.subject.collection({ name: freshName(), indexes: messages(1).indexes });
    await fold(0, MESSAGES);
  });
  test.after(() => opened.destroy());

  const all = Array.from({ length: MESSAGES }, (_, n) => made(n));
  const newestFirst = (some: readonly Made[]) =>
    [...some]
      .sort((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? 1 : -1))
      .map(({ id }) => id);
  /** The ids of every page, by the cursors' texts. */
  const found = async (filter: object, limit: number, between = async () => {}) => {
    const ids: string[] = [];
    for (let after = null as ReturnType<typeof messageCursor>; ; ) {
      const page = await findMessages(collection, { workspace: W, ...filter }, limit, after);
      assert.ok(page.messages.length <= limit);
      ids.push(...page.messages.map(({ key }) => key));
      if (page.next === null) return ids;
      after = messageCursor(cursorText(page.next));
      assert.equal(after, page.next);
      await between();
    }
  };

  const since = timeOf(40);
  const until = timeOf(90);
  const filters: readonly (readonly [object, (each: Made) => boolean])[] = [
    [{}, () => true],
    [{ to: 'P3@example.org' }, ({ to }) => to.includes('p3@example.org')],
    [{ tag: 'blue' }, ({ tags }) => tags.includes('blue')],
    [{ status: 'delivered' }, ({ status }) => status === 'delivered'],
    [{ templateId: 't' }, ({ templateId }) => templateId === 't'],
    [{ campaignId: 'c' }, ({ campaignId }) => campaignId === 'c'],
    [{ since, until }, ({ createdAt }) => createdAt >= since && createdAt <= until],
    [{ tag: 'red', since }, ({ tags, createdAt }) => tags.includes('red') && createdAt >= since],
    [
      { to: 'p3@example.org', tag: 'red' },
      ({ to, tags }) => to.includes('p3@example.org') && tags.includes('red'),
    ],
    [{ tag: 'green', status: 'queued' }, ({ tags, status }) => tags.includes('green') && status === 'queued'],
    [{ to: 'nobody@example.org' }, () => false],
    [{ channel: 'sms' }, () => false],
  ];
  for (const [filter, isWanted] of filters)
    test(`messages by ${JSON.stringify(filter)}, in pages of any size, each once and newest first`, async () => {
      const wanted = all.filter((each) => each.workspace === W && isWanted(each));
      for (const limit of [1, 7, 500]) {
        const ids = await found(filter, limit);
        // Several at one time are in the order of their documents, which are entries too.
        assert.equal([...ids].sort(), wanted.map(({ id }) => id).sort());
        const times = ids.map((id) => all.find((each) => each.id === id)?.createdAt ?? '');
        assert.equal(times, [...times].sort().reverse());
        if (!('to' in filter || 'tag' in filter)) assert.equal(ids, newestFirst(wanted));
      }
    });

  test('messages of other workspaces are not found, by id either', async () => {
    const ids = [idOf(1), idOf(9), idOf(999)];
    assert.equal(
      (await messagesWithIds(collection, W, ids)).map(({ key }) => key),
      [idOf(1)],
    );
    const theirs = await findMessages(collection, { workspace: OTHER }, 500);
    assert.is(theirs.messages.length, all.filter(({ workspace }) => workspace === OTHER).length);
  });

  test('pages that are read while messages arrive repeat and miss none', async () => {
    let arrived = MESSAGES;
    const before = await found({ tag: 'red' }, 500);
    const during = await found({ tag: 'red' }, 9, async () => {
      await fold(arrived, arrived + 5);
      arrived += 5;
    });
    assert.equal(during, before);
    assert.ok((await found({ tag: 'red' }, 500)).length > before.length);
  });

  test.run();
}
