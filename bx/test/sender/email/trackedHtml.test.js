// test/sender/email/trackedHtml.test.ts
import * as fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert2 from "uvu/assert";
import { trackedHtml } from "../../../src/sender/email/trackedHtml.js";
import { SEED } from "../../support/testRun.js";
var test = suite("tracked html");
var nobodys = () => false;
var marked = (html, isOwn = nobodys) => trackedHtml(html, isOwn)({ click: (target) => `[${target}]`, pixel: null });
var REWRITTEN = [
  ['<a href="https://x.co/a">', '<a href="[https://x.co/a]">'],
  ["<a href='https://x.co/a'>", "<a href='[https://x.co/a]'>"],
  ["<a href=https://x.co/a>", "<a href=[https://x.co/a]>"],
  ["<a href=https://x.co/a/>", "<a href=[https://x.co/a/]>"],
  ['<A HREF="HTTP://X.co">', '<A HREF="[HTTP://X.co]">'],
  [
    `<a class=b href 
=${" ".repeat(500)}"https://x.co" id=c>t</a>`,
    `<a class=b href 
=${" ".repeat(500)}"[https://x.co]" id=c>t</a>`
  ],
  ['<a href="https://x.co/?a=1&amp;b=2&#38;c=&#x33;">', '<a href="[https://x.co/?a=1&b=2&c=3]">'],
  ['<a href="https://x.co/?a=1&b=2&copy=3">', '<a href="[https://x.co/?a=1&b=2&copy=3]">'],
  ['<a href="&#104;ttps://x.co">', '<a href="[https://x.co]">'],
  ['<a href=" \n https://x.co/\na	b ">', '<a href="[https://x.co/ab]">'],
  ['<area shape="rect" href="https://x.co/m"/>', '<area shape="rect" href="[https://x.co/m]"/>'],
  ['<a href="https://x.co/\xFC?\u65E5=\u672C">', '<a href="[https://x.co/\xFC?\u65E5=\u672C]">'],
  ['<base href="https://b.co/d/"><a href="e">', '<base href="https://b.co/d/"><a href="[https://b.co/d/e]">'],
  [
    '<a href="/e"><a href="//c.co/f"><base href="https://b.co/d/"><base href="https://z.co">',
    '<a href="[https://b.co/e]"><a href="[https://c.co/f]"><base href="https://b.co/d/"><base href="https://z.co">'
  ],
  ['<a href="https://x.co" href="https://y.co">', '<a href="[https://x.co]" href="https://y.co">'],
  [
    '<p><a href="https://x.co"><img src="https://x.co/i.png"></a>',
    '<p><a href="[https://x.co]"><img src="https://x.co/i.png"></a>'
  ],
  ['<svg><a href="https://x.co"/></svg>', '<svg><a href="[https://x.co]"/></svg>'],
  [`<a href="https://x.co/${"a".repeat(1987)}">`, `<a href="[https://x.co/${"a".repeat(1987)}]">`]
];
var UNTOUCHED = [
  "",
  "no html",
  "<a>",
  "<a href>",
  '<a href="">',
  '<a href="#top">',
  '<base href="https://b.co/"><a href="#top">',
  '<a href="mailto:a@b.co">',
  '<a href="tel:+49151">',
  '<a href="sms:+49151"><a href="javascript:alert(1)"><a href="data:text/html,x"><a href="cid:x">',
  '<a href="relative/path"><a href="/abs"><a href="//x.co">',
  '<base href="mailto:x@y.co"><a href="rel">',
  '<a data-postledger-notrack href="https://x.co">',
  '<a href="https://x.co" DATA-Postledger-NoTrack="yes">',
  '<link href="https://x.co"><img href="https://x.co"><form action="https://x.co">',
  '<!-- <a href="https://x.co"> -->',
  '<!--[if mso]><a href="https://x.co"><![endif]-->',
  `<script>"<a href='https://x.co'>"</script>`,
  '<style><a href="https://x.co"></style><title><a href="https://x.co"></title>',
  '<textarea><a href="https://x.co"></textarea>',
  '<a href="https://x.co"',
  '<a href="https://x.co',
  `<a title='<a href="https://x.co">'>`,
  '<a href="http://">',
  '<a href="https://a b.co">',
  `<a href="https://x.co/${"a".repeat(1988)}">`
];
test("links to the web are replaced, in any form, and nothing else", () => {
  for (const [html, expected] of REWRITTEN) assert2.is(marked(html), expected);
});
test("entities are resolved however a value is quoted, and only as far as they are some", () => {
  for (const quote of ['"', "'", ""]) {
    const targetIn = (value) => marked(`<b title="&quot;"><a href=${quote}${value}${quote}>&amp;</a>`);
    const expected = (target) => `<b title="&quot;"><a href=${quote}[${target}]${quote}>&amp;</a>`;
    for (const [value, target] of [
      ["https://x.co/?a=1&amp;b=2", "https://x.co/?a=1&b=2"],
      ["https://x.co/?a&#x3d;1&#38;b", "https://x.co/?a=1&b"],
      ["https://x.co/?a=1&copy=2&copy;", "https://x.co/?a=1&copy=2\xA9"],
      ["&#104;ttps://x.co/&quot;&apos;&gt;", `https://x.co/"'>`],
      ["https://x.co/?a&", "https://x.co/?a&"]
    ])
      assert2.is(targetIn(value), expected(target));
  }
});
test("what is no link to the web, or says that it is not to be tracked, stays as it is", () => {
  for (const html of UNTOUCHED) assert2.is(marked(html), html);
});
test("links that are left alone by name stay as they are", () => {
  const html = '<a href="https://p.example/u/x"><a href="https://x.co">';
  const isOwn = (target) => target.startsWith("https://p.example/");
  assert2.is(marked(html, isOwn), '<a href="https://p.example/u/x"><a href="[https://x.co]">');
});
test("the picture comes before the end of the body, of the html, or at the end", () => {
  const seen = (html) => trackedHtml(html, nobodys)({ click: (to) => `[${to}]`, pixel: "P" });
  const img = '<img src="P" width="1" height="1" alt="" style="border:0;width:1px;height:1px">';
  assert2.is(seen("<html><body>x</body></html>"), `<html><body>x${img}</body></html>`);
  assert2.is(seen("<BODY>x</BODY \n>"), `<BODY>x${img}</BODY 
>`);
  assert2.is(seen("<html>x</html>\n"), `<html>x${img}</html>
`);
  assert2.is(seen("<p>x"), `<p>x${img}`);
  assert2.is(seen("a</body>b</body>c"), `a</body>b${img}</body>c`);
  assert2.is(
    seen('<a href="http://x.co"></body><a href="http://y.co">'),
    `<a href="[http://x.co]">${img}</body><a href="[http://y.co]">`
  );
  assert2.is(seen("<!-- </body> -->x"), `<!-- </body> -->x${img}`);
});
test("without either the html is what it was", () => {
  for (const [html] of REWRITTEN) assert2.is(trackedHtml(html, nobodys)({ click: null, pixel: null }), html);
});
test("the text around the links stays byte for byte", () => {
  const junk = fc.oneof(
    fc.string({ unit: fc.constantFrom(...`<>/="'! -&;abpx
\0\xE9\u{1F600}`), maxLength: 12 }),
    fc.constantFrom(
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<title>",
      "</title>",
      "<a ",
      " href=",
      "data-postledger-notrack",
      "</body>",
      "<body>",
      "</html>",
      "<![CDATA[",
      "]]>",
      "<?php",
      "<style>",
      "</style>",
      "<svg>",
      "<textarea>"
    ),
    fc.constantFrom('<a href="https://x.co/1">', "<a href='http://y.co/2'>", "<area href=https://z.co/3>")
  );
  let written = 0;
  fc.assert(
    fc.property(fc.array(junk, { maxLength: 30 }), (pieces) => {
      const html = pieces.join("");
      const plain = (target) => {
        written++;
        return target;
      };
      if (!/href[^>]*[&\s]/.test(html.replace(/<(a|area) /g, "<$1_")))
        assert2.is(trackedHtml(html, nobodys)({ click: plain, pixel: null }), html);
      assert2.is(
        trackedHtml(html, nobodys)({ click: null, pixel: "P" }).replace(/<img src="P"[^>]*>/, ""),
        html
      );
    }),
    { seed: SEED, numRuns: 3e3 }
  );
  assert2.ok(written > 500, `only ${written} links were written`);
});
test("3,000 links are bounded, an html of a megabyte of open tags ends", () => {
  const many = '<a href="https://x.co/">'.repeat(3e3);
  assert2.is(marked(many).split("[").length - 1, 2e3);
  for (const html of [
    "<a ".repeat(3e5),
    "<".repeat(1e6),
    `<a href${" ".repeat(1e6)}>`,
    '<a href="'.repeat(1e5)
  ])
    assert2.is(typeof marked(html), "string");
});
test("an endless base is left out, and so are its links; a base that counts is not read anew for each of a million", () => {
  const links = "<a href=x></a>".repeat(4e4);
  const endless = `<base href="https://b.co/${"a".repeat(5e5)}/"><base href="https://z.co/">${links}`;
  assert2.is(marked(endless), endless);
  const none = `<base href="https://b.co/${"a".repeat(1980)}/">${"<a href=xxxxxxxxxx></a>".repeat(4e4)}`;
  assert2.is(marked(none), none, "with it all of them are too long");
});
test.run();
//# sourceMappingURL=trackedHtml.test.js.map
