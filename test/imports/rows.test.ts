import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rowsOf } from './importedFile.ts';

const rows = suite('rows of imported files');

const HEAD = 'address,reason,since\n';
const read = async (content: string | Uint8Array) =>
  (await rowsOf(content, 'address', 'reason', 'since')).rows;

rows('a table is read with its head, whatever stands between the values', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = ['address', 'reason', 'since'].join(delimiter);
    const content = `${lines}\r\nann@example.net${delimiter}bounce${delimiter}2026-03-01\r\n`;
    assert.equal(await read(content), ['line 2: ann@example.net / bounce / 2026-03-01'], delimiter);
  }
});

rows('a table without a head has the address wherever it is, then reason and time', async () => {
  assert.equal(await read('ann@example.net,BOUNCE\nbob@example.net,COMPLAINT\n'), [
    'line 1: ann@example.net / BOUNCE / ',
    'line 2: bob@example.net / COMPLAINT / ',
  ]);
  assert.equal(await read('bounce;ann@example.net;2026-03-01'), [
    'line 1: ann@example.net / bounce / 2026-03-01',
  ]);
  assert.equal(await read('ann@example.net\nbob@example.net'), [
    'line 1: ann@example.net /  / ',
    'line 2: bob@example.net /  / ',
  ]);
});

rows('quoted values hold delimiters, quotes and line ends', async () => {
  const content = `${HEAD}ann@example.net,"550 ""no"", sorry\nsecond line",2026-03-01\nbob@example.net,bounce,\n`;
  assert.equal(await read(content), [
    'line 2: ann@example.net / 550 "no", sorry\nsecond line / 2026-03-01',
    'line 4: bob@example.net / bounce / ',
  ]);
});

rows('a quote that does not end costs its own row alone', async () => {
  const lines = [
    'a@example.net,bounce,',
    '"b@example.net,bounce,',
    'c@example.net,"fine, it is",',
    'd@example.net,x,',
  ];
  assert.equal(await read(`${HEAD}${lines.join('\n')}\n`), [
    'line 2: a@example.net / bounce / ',
    'line 3: its quotes do not end, or stand within a value',
    'line 4: c@example.net / fine, it is / ',
    'line 5: d@example.net / x / ',
  ]);
  const two = ['"b@example.net,bounce,', 'c@example.net,x,', '"d@example.net,bounce,', 'e@example.net,x,'];
  assert.equal(await read(HEAD + two.join('\n')), [
    'line 2: its quotes do not end, or stand within a value',
    'line 3: c@example.net / x / ',
    'line 4: its quotes do not end, or stand within a value',
    'line 5: e@example.net / x / ',
  ]);
});

rows('a quote within a value swallows no row after it', async () => {
  const content = `${HEAD}a@example.net,5" disk,\nb@example.net,x,\nc@example.net,"y",\n`;
  assert.equal((await read(content)).slice(1), [
    'line 3: b@example.net / x / ',
    'line 4: c@example.net / y / ',
  ]);
  const open = `${HEAD}a@example.net,"x\nb@example.net,bounce,\nc@example.net,y",\n`;
  assert.ok((await read(open)).includes('line 3: b@example.net / bounce / '));
});

rows('a row with more values than the head has names is a fault', async () => {
  assert.equal(await read(`${HEAD}a@example.net,550, no such user,2026-03-01\nb@example.net,x,,\n`), [
    'line 2: it has 4 values, and the head 3 names',
    'line 3: b@example.net / x / ',
  ]);
});

rows('a file without a column of addresses is refused by its head', async () => {
  await read('id,reason\n1,bounce\n').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'its head is id, reason'),
  );
});

rows('UTF-8 with a mark, UTF-16 and Latin-1, and one line of Latin-1 among others', async () => {
  const text = `${HEAD}ann@example.net,Grüße,\n`;
  const expected = ['line 2: ann@example.net / Grüße / '];
  assert.equal(await read(`\uFEFF${text}`), expected);
  assert.equal(await read(Buffer.from(`\uFEFF${text}`, 'utf16le')), expected);
  assert.equal(await read(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), expected);
  assert.equal(await read(Buffer.from(text, 'latin1')), expected);
  const mixed = Buffer.concat([Buffer.from(text), Buffer.from('bob@example.net,Straße,\n', 'latin1')]);
  const { rows: found, readAs } = await rowsOf(mixed, 'address', 'reason', 'since');
  assert.equal(found, [...expected, 'line 3: bob@example.net / Straße / ']);
  assert.is(readAs, 'a table with commas, 1 lines of it in Latin-1');
});

rows('line ends of every system, and no line end at the end', async () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.equal(await read(`address,reason,since${end}a@example.net,x,${end}${end}b@example.net,y,`), [
      'line 2: a@example.net / x / ',
      'line 4: b@example.net / y / ',
    ]);
  assert.equal(await read(''), []);
  assert.equal(await read('\n\n'), []);
});

rows(
  'JSON: a list, a list within an answer, several answers, an object a line, a list of texts',
  async () => {
    const [a, b] = ['{"address":"a@example.net","reason":"x"}', '{"address":"b@example.net","reason":"y"}'];
    const expected = ['entry 1: a@example.net / x / ', 'entry 2: b@example.net / y / '];
    for (const content of [
      `[${a},${b}]`,
      `{"object":"list","has_more":false,"data":[${a}, ${b}]}`,
      `{"data":{"total":2,"results":[${a},${b}],"query":""}}`,
      `{"items":[${a}],"paging":{"next":"x"}}\n{"items":[${b}],"paging":{}}`,
      `{"SuppressedDestinationSummaries":[${a},${b}],"NextToken":"t"}`,
      `${a}\n${b}\n`,
      `[${a}]\n[${b}]`,
    ])
      assert.equal(await read(content), expected, content);
    assert.equal(await read('["a@example.net", "b@example.net"]'), [
      'entry 1: a@example.net /  / ',
      'entry 2: b@example.net /  / ',
    ]);
    assert.equal(await read('{"data":[]}'), []);
  },
);

rows('JSON: brackets and quotes within texts, nested values, broken entries, a broken end', async () => {
  const content =
    '[{"address":"a@example.net","reason":"]} \\"{[","lists":[{"id":1}]},{"address":x},{"address":"c@example.net"},{"addr';
  assert.equal(await read(content), [
    'entry 1: a@example.net / ]} "{[ / ',
    'entry 2: it is not JSON',
    'entry 3: c@example.net /  / ',
    'entry 4: the file ends within it',
  ]);
});

rows('values within objects are found by both names, as in the head of a table', async () => {
  const found = await rowsOf('[{"email":"a@example.net","reason":{"code":"hardBounce"}}]', 'reasoncode');
  assert.equal(found.rows, ['entry 1: hardBounce']);
  assert.equal((await rowsOf('E-Mail,Reason Code\na@example.net,hardBounce', 'reasoncode')).rows, [
    'line 2: hardBounce',
  ]);
});

rows.run();
