import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressKey, asciiAddress } from '../../src/events/addressForms.ts';
import { contactIdOf } from '../../src/events/contact.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { namesOfTests } from '../support/seededIds.ts';

const forms = suite('forms of an address');

const ONE_PERSON = [
  'Ann@bücher.example',
  'ann@BÜCHER.example',
  'ann@xn--bcher-kva.example',
  'ANN@XN--BCHER-KVA.Example',
];

forms('have one key', () => {
  for (const spelling of ONE_PERSON) assert.is(addressKey(spelling), 'ann@xn--bcher-kva.example');
  assert.is(new Set(ONE_PERSON.map((address) => suppressionIdOf(namesOfTests, 'w', address))).size, 1);
  assert.is(new Set(ONE_PERSON.map((address) => contactIdOf(namesOfTests, 'w', address))).size, 1);
});

forms('have one address for other programs, with the local part as it was written', () => {
  assert.is(asciiAddress('Ann@bücher.example'), 'Ann@xn--bcher-kva.example');
  assert.is(asciiAddress('Ann@Example.net'), 'Ann@Example.net');
});

forms('leave other text as it is', () => {
  for (const text of ['', 'Grüße', 'a@', 'a@b\u0000ü']) assert.is(asciiAddress(text), text);
});

forms.run();
