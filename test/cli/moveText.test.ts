import { expect, describe, it } from 'vitest';
import { printMove, printMoves } from '../../src/cli/moveText.ts';
import type { MoveReport, RowReport } from '../../src/treasury/moves/moveReport.ts';
import { lostTransferText } from '../../src/treasury/moves/lostTransferText.ts';
import { testShell } from './testIo.ts';

const ROW: RowReport = {
  row: 1,
  reference: 'W-1-1',
  to: 'cold-1',
  amount: '0.008',
  currency: 'BTC',
  brings: null,
  network: 'BTC',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  tag: null,
  fee: '0.0002',
  state: 'waiting',
  venueId: null,
  evidence: null,
  note: null,
  link: null,
};

const MOVE: MoveReport = {
  id: 'W-1',
  kind: 'withdrawal',
  state: 'awaiting-approval',
  initiator: 'anna',
  createdAt: '2026-11-28T10:30:52.406Z',
  changedAt: '2026-11-28T10:30:52.406Z',
  expiresAt: '2026-11-29T10:30:52.406Z',
  rule: 'two look at it',
  policyVersion: 1,
  evidence: null,
  needs: ['2 of owners'],
  approvals: [{ person: 'ben', at: '2026-11-28T10:31:52.406Z' }],
  rows: [ROW],
};

function shown(rows: readonly RowReport[]): string {
  const shell = testShell({ output: 'table' });
  printMove(shell, { ...MOVE, rows });
  return shell.stdout();
}

describe(printMoves, () => {
  it('says how much leaves of each currency, and where it goes', () => {
    const shell = testShell({ output: 'csv' });
    const usdt = { ...ROW, currency: 'USDT', amount: '20.5', to: 'supplier' };
    const batch = [ROW, { ...usdt, row: 2 }, { ...usdt, row: 3, amount: '0.5' }];
    const conversion = { ...ROW, to: null, address: null, brings: 'at least 500 EUR' };
    const refund = { ...ROW, to: null };
    printMoves(
      shell,
      [[ROW], batch, [conversion], [refund], [{ ...refund, address: null }]].map((rows) => ({ ...MOVE, rows })),
    );
    const cells = shell
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => /^[^,]*,[^,]*,[^,]*,(.*),(?:state|awaiting-approval),/.exec(line)?.[1]);
    expect(cells).toEqual([
      'amount,to',
      '0.008 BTC,cold-1',
      '"0.008 BTC, 21 USDT",2 places',
      '0.008 BTC,at least 500 EUR',
      `0.008 BTC,${ROW.address}`,
      '0.008 BTC,',
    ]);
  });
});

describe(printMove, () => {
  it('says whose approvals it waits for, and who has given one', () => {
    expect(shown([ROW])).toContain('approvals until 2026-11-29T10:30:52.406Z, 2 of owners: ben\n');
  });

  it('says what a person looks at and types where nobody knows what came of a payment', () => {
    const evidence = lostTransferText({ id: '01M8GVSN4C', createdAt: Date.UTC(2026, 10, 28), evidence: 'no answer' });
    const unknown = { ...ROW, state: 'unknown', evidence };
    const text = shown([unknown, { ...unknown, row: 2 }]);
    expect(text.split('sluice orders resolve 01M8GVSN4C --adopt VENUE-ID')).toHaveLength(2);
    expect(text).toContain('only then: `--not-placed`');
    expect(text).toContain('never sent again');
    const another = shown([ROW, { ...ROW, row: 2, state: 'unknown', evidence: 'the venue shows another address: ask the venue at once' }]);
    expect(another).toContain('row 2: ask the venue');
    expect(another).toContain('sluice treasury settle W-1 --row 2 --completed');
    expect(shown([ROW])).not.toContain('sluice');
  });
});

it('shows a fee to people without digits that only come from a division', () => {
  const fee = '0.123456789012345678';
  const table = testShell({ output: 'table' });
  printMove(table, { ...MOVE, rows: [{ ...ROW, fee }] });
  expect(table.stdout()).toContain('0.12345679');
  expect(table.stdout()).not.toContain(fee);
  const json = testShell({ output: 'json' });
  printMove(json, { ...MOVE, rows: [{ ...ROW, fee }] });
  expect(json.stdout()).toContain(fee);
});
