import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { framedHtml } from '../../../src/adapters/submission/framedHtml.ts';

const test = suite('html of a mail that loads nothing');

const picture = (contentId: string, type = 'image/png', content = Buffer.from('png')) => ({
  ...{ filename: 'a.png', type, contentId, disposition: 'inline' as const, content },
});
const PNG = 'data:image/png;base64,cG5n';
const shown = (html: string, ...files: ReturnType<typeof picture>[]) => framedHtml(html, files);

test('pictures of the mail are put in, however they are named', () => {
  const file = picture('logo@example.net');
  for (const html of [
    '<img src="cid:logo@example.net">',
    "<img src='cid:logo@example.net'>",
    '<img src=cid:logo@example.net>',
    '<IMG SRC=" CID:logo@example.net ">',
    '<img src="cid:logo%40example.net">',
    '<img src="cid:logo&#64;example.net" alt=x>',
  ]) {
    const { html: after, remote, missing } = shown(html, file);
    assert.match(after, new RegExp(`^<img src="${PNG.replace('+', '\\+')}"( alt=x)?>$`, 'i'), html);
    assert.equal({ remote, missing }, { remote: 0, missing: 0 });
  }
  assert.is(shown('<td background="cid:a">', picture('a')).html, `<td background="${PNG}">`);
  assert.is(
    shown(`<p style="background: url('cid:a')">`, picture('a')).html,
    `<p style="background: url(&quot;${PNG}&quot;)">`,
  );
  assert.is(
    shown('<style>p { background: url(cid:a) } a > b {}</style>url(cid:a)', picture('a')).html,
    `<style>p { background: url("${PNG}") } a > b {}</style>url(cid:a)`,
  );
});

test('what lies elsewhere is left out and counted, and links stay', () => {
  const html = `<link rel="stylesheet" href="https://example.net/a.css"><a href="https://example.net/?a=1&amp;b=2">cid:a</a>
<img src="https://example.net/1.png" srcset="https://example.net/2.png 2x"><img src="//example.net/3.png"><img src="local.png">
<video poster="http://example.net/4.png"></video><svg><image href="https://example.net/5.svg"/><use xlink:href="https://example.net/6.svg#a"/></svg>
<div style='background:url(https://example.net/7.png)'></div><style>@font-face { src: url("https://example.net/8.woff") }</style>`;
  const { html: after, remote, missing } = shown(html);
  assert.is(remote, 9);
  assert.is(missing, 0);
  assert.equal(after.match(/example\.net[^"]*/g), ['example.net/?a=1&amp;b=2']);
  assert.match(after, '>cid:a</a>');
});

test('a part that is no picture, is not there, or is named too often is left out', () => {
  const { missing, html } = shown('<img src=cid:a><img src=cid:b>', picture('a', 'text/html'));
  assert.is(missing, 2);
  assert.is(html, '<img src="data:,"><img src="data:,">');
  assert.is(shown('<img src=cid:a>', picture('a', 'image/png"><script>')).missing, 1);
  const large = picture('a', 'image/png', Buffer.alloc(5_000_000));
  const often = shown('<img src=cid:a>'.repeat(1_000), large);
  assert.is(often.missing, 997);
  assert.ok(often.html.length < 25_000_000);
});

test('what is not changed stays as it is, byte for byte', () => {
  for (const html of [
    '',
    '<p>a & b &lt; "c" <br><img src="data:image/gif;base64,R0lGOD" width=1><!-- <img src=x> --><td bgcolor=red',
    '<table background=""><a href="#x" name=\'y\'>z</a></table><script>var a = "<img src=http://b>";</script>',
  ])
    assert.is(shown(html).html, html);
});

test.run();
