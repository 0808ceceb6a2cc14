import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { type ConsoleFixture, called } from './consoleFixture.ts';
import { type RenderingContext, renderingConsole } from './renderingConsole.ts';

const test = suite<RenderingContext>('console: templates, campaigns, contacts');
renderingConsole(test);

const HOSTILE = '"><script>alert(1)</script>';
async function templateWithRevisions(at: ConsoleFixture): Promise<string> {
  const id = await called(at, '/v1/templates', {
    ...{ friendly_name: 'order', name: HOSTILE, subject: 'Order {{ number }}', variables: { number: 1 } },
    html: '<p>Hello</p>\n<p>It arrives on {{ day }}.</p>',
    text: 'Hello',
  });
  await called(at, `/v1/templates/${id}`, { html: `<p>Hello</p>\n<script>x</script>` }, { method: 'PATCH' });
  return id;
}

test('a template: what a revision changed, and a preview in a frame of its own', async ({ at, ann }) => {
  const id = await templateWithRevisions(at);
  const list = (await ann.get('/w/default/templates')).text;
  assert.match(list, `templates/${id}">order</a>`);
  assert.not.match(list, HOSTILE);
  const page = `/w/default/templates/${id}`;
  const { text } = await ann.get(page);
  assert.match(text, 'What changed from revision 1 to 2');
  assert.match(text, '<del>&lt;p&gt;It arrives on {{ day }}.&lt;/p&gt;</del>');
  assert.match(text, '<ins>&lt;script&gt;x&lt;/script&gt;</ins>');
  assert.match(text, /<h3>text<\/h3><p class="quiet">The same/);
  assert.match(text, '<dd>Order 1</dd>');
  const frame = await ann.get(`${page}/html`);
  assert.match(frame.text, '<script>x</script>');
  assert.match(String(frame.headers['content-security-policy']), /^sandbox; default-src 'none'/);

  const first = `${page}?to=1&from=1`;
  assert.match((await ann.get(first)).text, /The html can't be rendered: .*day/);
  const given = `${first}&variables=${encodeURIComponent('{"number": "<b>7", "day": "<i>Monday"}')}`;
  const preview = (await ann.get(given)).text;
  assert.match(preview, '<dd>Order &lt;b&gt;7</dd>');
  assert.not.match(preview, 'What changed');
  assert.match(preview, /<iframe src="[^"]+" sandbox title/);
  const path = /<iframe src="([^"]+)"/.exec(preview)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match((await ann.get(path)).text, 'It arrives on &lt;i&gt;Monday.');
});

test('a template: what is no revision, no JSON, or not theirs is refused', async ({ at, ann }) => {
  const id = await templateWithRevisions(at);
  const page = `/w/default/templates/${id}`;
  for (const wrong of ['to=3', 'to=0', 'from=x', 'to=1.5'])
    assert.is((await ann.get(`${page}?${wrong}`)).status, 400, wrong);
  for (const wrong of ['[1]', '{', '"x"']) {
    const { text } = await ann.get(`${page}?variables=${encodeURIComponent(wrong)}`);
    assert.match(text, 'The variables are no JSON object');
    assert.is((await ann.get(`${page}/html?variables=${encodeURIComponent(wrong)}`)).status, 404);
  }
  for (const path of ['x', '99999999-9999-4999-8999-999999999999'])
    assert.is((await ann.get(`/w/default/templates/${path}`)).status, 404);
  await openWorkspace(at.api.ledger, { actor: 'operator', correlation: '', causation: null }, 'acme');
  for (const path of [id, `${id}/html`])
    assert.is((await ann.get(`/w/acme/templates/${path}`)).status, 404, "another workspace's");
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  const seen = await viewer.get('/w/default/templates');
  assert.is(seen.status, 200);
  assert.not.match(seen.text, page, 'a link that would be refused');
  assert.is((await viewer.get(page)).status, 403);
  assert.is((await viewer.get(`${page}/html`)).status, 403);
});

test('contacts are in pages, and campaigns show how far they are', async ({ at, ann }) => {
  const ids: string[] = [];
  for (let n = 0; n < 101; n++) {
    const body = {
      email: `c${n}@customer.test`,
      first_name: n === 0 ? HOSTILE : `N${n}`,
      tags: ['customer'],
    };
    ids.push(await called(at, '/v1/contacts', body));
  }
  const first = (await ann.get('/w/default/contacts')).text;
  assert.match(first, 'c0@customer.test');
  assert.not.match(first, HOSTILE);
  assert.not.match(first, 'c100@customer.test');
  const path = /<a href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = (await ann.get(path)).text;
  assert.match(second, 'c100@customer.test');
  assert.not.match(second, 'rel="next"');
  assert.is((await ann.get('/w/default/contacts?after=x')).status, 400);
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  assert.is((await viewer.get('/w/default/contacts')).status, 403);

  const audience = await called(at, '/v1/audiences', { name: HOSTILE, contact_ids: ids.slice(0, 3) });
  const templateId = await templateWithRevisions(at);
  const campaign = await called(at, '/v1/campaigns', {
    ...{ audience_id: audience, template_id: templateId, from: 'shop@acme.test', name: 'March' },
  });
  const { text } = await ann.get('/w/default/campaigns');
  assert.match(text, `campaigns/${campaign}"`);
  assert.match(text, '<td>running</td>');
  assert.not.match(text, HOSTILE);
  const settings = (await ann.get('/w/default/settings')).text;
  for (const link of ['templates', 'campaigns', 'contacts'])
    assert.match(settings, `href="/w/default/${link}"`);
  assert.match(settings, 'No number is assigned');
});

test.run();
