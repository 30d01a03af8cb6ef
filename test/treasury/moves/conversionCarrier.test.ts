import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { conversionCarrier } from '../../../src/treasury/moves/conversionCarrier.ts';
import { conversionTerms } from '../../../src/treasury/moves/conversionTerms.ts';
import { dryRunReport, moveReport } from '../../../src/treasury/moves/moveReport.ts';
import type { CallFault } from '../../../src/simulator/callFault.ts';
import { ALLOWED, conversionRow, moveBench, type MoveBench } from './moveBench.ts';

let folder: string;
let bench: MoveBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-conversions-'));
  bench = await moveBench({ database: join(folder, 'account.sqlite'), treasury: join(folder, 'treasury.sqlite') });
  bench.transfers.transfers('exchange');
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true });
});

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const sell = (id: string, least = '1', amount = '0.1') => orderOf(id, conversionRow(`${id}-1`, 'BTC', amount, 'EUR', 'from', least));
const orderOf = (id: string, row: ReturnType<typeof conversionRow>) =>
  ({ id, kind: 'conversion', initiator: 'anna', signedWith: undefined, repeats: false, rows: [row] }) as const;
const executed = (): number => bench.transfers.requests('conversions.execute');
const made = (): Promise<unknown> => bench.transfers.foreign('conversions.list', { page: '0', count: '50' });
const whenExecuted = (fault: CallFault): void => {
  bench.transfers.fault = ({ operation }) => (operation === 'conversions.execute' ? fault : undefined);
};
const whats = async (): Promise<string[]> => (await bench.store.auditRows(0, 100)).map(({ what }) => what);

describe(conversionCarrier, () => {
  it('shows what the quote would bring, and executes nothing', { tags: 'long' }, async () => {
    const run1 = await run(bench.moves.dryRun(sell('C-1')));
    expect(run1.problems).toEqual([]);
    const report = dryRunReport(run1);
    expect(report).toMatchObject({
      rows: [{ amount: '0.1', currency: 'BTC', address: 'EUR', leaves: '0.1', fee: '0', receivesCurrency: 'EUR' }],
    });
    expect(Number(report.rows[0]!.receives)).toBeGreaterThan(1000);
    expect(report.balances).toEqual([{ currency: 'BTC', leaves: '0.1', before: '5', after: '4.9' }]);
    expect(executed()).toBe(0);
  });

  it('converts an exact amount once, and says what it brought', { tags: 'long' }, async () => {
    await run(bench.moves.ask(sell('C-1')));
    const move = await bench.settle('C-1');
    expect(move).toMatchObject({ state: 'completed', progress: [{ state: 'completed' }] });
    expect(move.evidence).toMatch(/^0\.1 BTC for [\d.]+ EUR, at [\d.]+, as conversion \d+$/);
    expect(moveReport(move, [])).toMatchObject({ rows: [{ amount: '0.1', currency: 'BTC', brings: 'at least 1 EUR', fee: '0' }] });
    expect(executed()).toBe(1);
    expect(bench.transfers.balance('BTC').toFixed()).toBe('4.9');
    expect(await whats()).toEqual(['move.requested', 'move.sending', 'move.completed']);
  });

  it('brings an exact amount for at most what was allowed', { tags: 'long' }, async () => {
    const before = bench.transfers.balance('EUR');
    await run(bench.moves.ask(orderOf('C-1', conversionRow('C-1-1', 'BTC', '1', 'EUR', 'to', '2000'))));
    expect(await bench.settle('C-1')).toMatchObject({ state: 'completed' });
    expect(bench.transfers.balance('EUR').minus(before).toFixed()).toBe('2000');
    expect(moveReport(await bench.settle('C-1'), [])).toMatchObject({ rows: [{ amount: '1', brings: '2000 EUR' }] });
  });

  it('refuses a conversion that the venue would not give at this rate, before anything is written', { tags: 'long' }, async () => {
    await expect(run(bench.moves.ask(sell('C-1', '99999999')))).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('at most 0.1 BTC may go for at least 99999999 EUR') as string,
    });
    await expect(run(bench.moves.ask(sell('C-2', '1', '4000')))).rejects.toMatchObject({ code: 'invalid-request' });
    expect(executed()).toBe(0);
  });

  it('waits for a better quote when it has got worse by the time it is sent, and gives up unsent', { tags: 'long' }, async () => {
    const { rows } = dryRunReport(await run(bench.moves.dryRun(sell('C-1'))));
    await run(bench.moves.ask(sell('C-1', rows[0]!.receives!)));
    // Somebody sells so much that the next quote is worse.
    await bench.transfers.foreign('orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Sell', amount: '2' });
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({
      state: 'sending',
      evidence: expect.stringMatching(
        /^waits: the venue would give [\d.]+ EUR for 0\.1 BTC, and at most 0\.1 BTC may go for at least/,
      ) as string,
    });
    await bench.transfers.pass(900_000);
    expect(await bench.settle('C-1')).toMatchObject({ state: 'declined', evidence: expect.stringContaining('never sent') as string });
    expect(executed()).toBe(0);
  });

  it('is unknown while its answer is lost, is found by its amounts, and is never sent twice', { tags: 'long' }, async () => {
    whenExecuted({ kind: 'drop-after' });
    await run(bench.moves.ask(sell('C-1')));
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'unknown' });
    bench.transfers.fault = undefined;
    await bench.restart();
    expect(await bench.settle('C-1')).toMatchObject({ state: 'completed' });
    expect(executed()).toBe(1);
    expect(bench.transfers.balance('BTC').toFixed()).toBe('4.9');
    const [intent] = await bench.transfers.journalled();
    expect(intent).toMatchObject({ state: 'adopted', evidence: 'found by its amounts: Completed', lane: 'conversion BTC EUR' });
  });

  it('is declined, and sent no second time, when the quote has ended and nothing was made', { tags: 'long' }, async () => {
    whenExecuted({ kind: 'drop-before' });
    await run(bench.moves.ask(sell('C-1')));
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'unknown' });
    bench.transfers.fault = undefined;
    await bench.transfers.rounds(100_000);
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'unknown' });
    await bench.transfers.rounds(120_000);
    const move = await run(bench.moves.advance('C-1'));
    expect(move).toMatchObject({ state: 'declined', evidence: expect.stringMatching(/^never made: .*its quote has ended/) as string });
    await bench.restart();
    expect(await bench.settle('C-1')).toMatchObject({ state: 'declined' });
    expect(executed()).toBe(1);
    expect(bench.transfers.balance('BTC').toFixed()).toBe('5');
  });

  it('concludes nothing while the history can not be read', { tags: 'long' }, async () => {
    bench.transfers.fault = ({ operation }) =>
      operation === 'conversions.execute'
        ? { kind: 'drop-before' }
        : operation === 'conversions.list'
          ? { kind: 'status', status: 500, body: '', apply: false }
          : undefined;
    await run(bench.moves.ask(sell('C-1')));
    await run(bench.moves.advance('C-1'));
    await bench.transfers.rounds(600_000);
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'unknown' });
  });

  it('takes no earlier conversion of the same amounts for its own', { tags: 'long' }, async () => {
    await run(bench.moves.ask(orderOf('C-1', conversionRow('C-1-1', 'EUR', '100', 'USDT', 'from', '1'))));
    expect(await bench.settle('C-1')).toMatchObject({ state: 'completed' });
    whenExecuted({ kind: 'drop-before' });
    await run(bench.moves.ask(orderOf('C-2', conversionRow('C-2-1', 'EUR', '100', 'USDT', 'from', '1'))));
    expect(await run(bench.moves.advance('C-2'))).toMatchObject({ state: 'unknown' });
    bench.transfers.fault = undefined;
    await bench.transfers.rounds(300_000);
    expect(await run(bench.moves.advance('C-2'))).toMatchObject({ state: 'declined' });
    expect(((await made()) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('is declined with the words of the venue when that refuses it', { tags: 'long' }, async () => {
    const body = '{"code":"operation-for-currency-not-allowed","message":"not in this region"}';
    whenExecuted({ kind: 'status', status: 403, body, apply: false });
    await run(bench.moves.ask(sell('C-1')));
    expect(await bench.settle('C-1')).toMatchObject({
      state: 'declined',
      evidence: expect.stringContaining('not in this region') as string,
    });
    expect(executed()).toBe(1);
    expect(bench.transfers.balance('BTC').toFixed()).toBe('5');
  });

  it('waits for a person when two conversions of the venue can be it', { tags: 'long' }, async () => {
    whenExecuted({ kind: 'drop-before' });
    await run(bench.moves.ask(orderOf('C-1', conversionRow('C-1-1', 'EUR', '100', 'USDT', 'from', '1'))));
    await run(bench.moves.advance('C-1'));
    bench.transfers.fault = undefined;
    for (const _ of [1, 2]) {
      const quote = (await bench.transfers.foreign('quotes.request', { fromCurrency: 'EUR', toCurrency: 'USDT', fromAmount: '100' })) as {
        id: string;
        amountTo: { toFixed(): string };
      };
      const terms = { id: quote.id, fromCurrency: 'EUR', toCurrency: 'USDT', fromAmount: '100', toAmount: quote.amountTo.toFixed() };
      await bench.transfers.foreign('conversions.execute', terms);
    }
    await bench.transfers.rounds(1_200_000);
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'unknown' });
    expect(bench.transfers.told.join('\n')).toMatch(/waits for a person: any of \d+ \(Completed\), \d+ \(Completed\) can be it/);
  });

  it('goes through the policy like every move: it waits for approvals, and is sent by the last one', { tags: 'long' }, async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    bench.keys = ['of anna'];
    await run(bench.moves.ask({ ...sell('C-1'), signedWith: 'of anna' }));
    expect(await bench.settle('C-1')).toMatchObject({ state: 'awaiting-approval' });
    await bench.restart();
    await run(bench.moves.approve('C-1', { person: 'ben', key: 'k', signature: 's', at: 0 }));
    expect(await bench.settle('C-1')).toMatchObject({ state: 'completed' });
  });
});

describe(conversionTerms, () => {
  const quoted = { fromAmount: dec('2'), toAmount: dec('100') };
  it.each([
    ['from', '2', { worst: dec('49.5') }, '2', '99'],
    ['from', '2', { slippage: dec('0.01'), quoted }, '2', '99'],
    ['to', '100', { worst: dec('48') }, '2.08333333333', '100'],
    ['to', '100', { slippage: dec('0.01'), quoted }, '2.02', '100'],
    ['from', '3', { worst: dec('0.3333333333333333') }, '3', '1'],
  ] as const)('%s %s', { tags: 'long' }, (exact, amount, limit, leaves, brings) => {
    const terms = conversionTerms(exact, dec(amount), limit);
    expect([terms.amount.toFixed(), terms.conversion.toAmount.toFixed()]).toEqual([leaves, brings]);
  });
});
