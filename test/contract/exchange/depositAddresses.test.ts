import { expect, test } from 'vitest';
import { depositAddresses } from '../../../src/contract/exchange/depositAddresses.ts';
import { problems } from './problems.ts';

const { body } = depositAddresses['depositAddresses.create'].request;
const asked = (more: object): string[] => problems(body, JSON.stringify({ currency: 'XRP', networkCode: 'XRP', ...more }));

test('clientTag is required for UniqueTag, empty for Primary, free for Additional (000 Crypto deposit addresses)', () => {
  expect(asked({ addressType: 'UniqueTag', clientTag: 'a' })).toEqual([]);
  expect(asked({ addressType: 'UniqueTag' })).toEqual(['clientTag: is required for a UniqueTag address']);
  expect(asked({ addressType: 'UniqueTag', clientTag: '' })).toEqual(['clientTag: is required for a UniqueTag address']);
  expect(asked({ addressType: 'Primary', clientTag: 'a' })).toEqual(['clientTag: must be empty for a Primary address']);
  for (const clientTag of [undefined, '']) expect(asked({ addressType: 'Primary', clientTag })).toEqual([]);
  for (const clientTag of [undefined, '', 'a']) expect(asked({ addressType: 'Additional', clientTag })).toEqual([]);
});

test('the obsolete forms say what to use instead (000 Crypto deposit addresses, obsolete variants)', () => {
  const obsolete = Object.entries(depositAddresses).flatMap(([name, row]) =>
    row.obsolete === undefined ? [] : [`${name}: ${row.obsolete}`],
  );
  expect(obsolete).toEqual([
    'depositAddressesV1.get: use depositAddresses.list',
    'depositAddressesV1.create: use depositAddresses.create',
    'depositAddressesV1.list: use depositAddresses.list',
  ]);
});
