import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { MoveRow } from '../../../src/model/move.ts';
import { awaitsApproval, moveName, moveNews } from '../../../src/treasury/moves/moveName.ts';
import { btcRow, usdtRow } from './moveBench.ts';

const named = (row: MoveRow): string => moveName({ id: 'M-1', kind: 'withdrawal', rows: [row] });
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const unnamed: MoveRow = {
  ...btcRow('r', '0.50'),
  to: undefined,
  destination: { currency: 'BTC', network: 'BTC', address, tag: undefined },
};

test('a move is told with how much of what goes to whom', () => {
  expect(named({ ...unnamed, to: 'cold' })).toBe('withdrawal M-1 (0.5 BTC to cold)');
  const conversion = { exact: 'from', toAmount: dec('0.001') } as const;
  const converted: MoveRow = { ...unnamed, currency: 'EUR', amount: dec('100'), destination: undefined, target: 'BTC', conversion };
  expect(named(converted)).toBe('withdrawal M-1 (100 EUR to BTC)');
  expect(named({ ...unnamed, destination: undefined, target: 'P-7' })).toBe('withdrawal M-1 (0.5 BTC of payment P-7)');
});

test('an address without a name is told by its ends', () => {
  expect(named(unnamed)).toBe('withdrawal M-1 (0.5 BTC to bc1q…5mdq on BTC)');
});

test('of a batch the sums of its currencies and the number of its payments are told', () => {
  const rows = [usdtRow('a', '10'), usdtRow('b', '10.5'), { ...unnamed, amount: dec('0.25') }];
  expect(moveName({ id: 'B-1', kind: 'batch', rows })).toBe('batch B-1 (20.5 USDT and 0.25 BTC in 3 payments)');
});

test('the command that shows it is told with it', () => {
  const move = { id: 'M-1', kind: 'withdrawal' as const, rows: [{ ...unnamed, to: 'cold' }] };
  expect(moveNews(move, 'is sent')).toBe('withdrawal M-1 (0.5 BTC to cold) is sent: `sluice treasury show M-1`');
  expect(awaitsApproval(move, [{ need: 2, of: 'treasurers' }])).toBe(
    'withdrawal M-1 (0.5 BTC to cold) waits for approval by 2 of treasurers: `sluice treasury show M-1`',
  );
});
