import { expect, test } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { isIban, makeIban } from '../../../src/simulator/funding/iban.ts';

test('the check digits of an IBAN are verified, with or without blanks', () => {
  expect(['DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19', 'SE4550000000058398257466'].filter((text) => !isIban(text))).toEqual([]);
  expect(['DE88370400440532013000', 'GB29NWBK60161331926818', 'SE45', '', 'DE8937040044053201300O'].filter((text) => isIban(text))).toEqual(
    [],
  );
});

test('new ones are valid', () => {
  expect(
    Array.from({ length: 50 }, (_, seed) => makeIban(seededRandom(seed))).filter((iban) => !isIban(iban) || iban.length !== 22),
  ).toEqual([]);
});
