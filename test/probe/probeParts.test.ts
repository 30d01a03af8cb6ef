import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';
import type { RiskyCommand } from '../../src/gateway/lastGate.ts';
import { createBook } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { Pair } from '../../src/model/pair.ts';
import { judged, noted, unseen } from '../../src/probe/finding.ts';
import { knowsText } from '../../src/probe/knowsText.ts';
import { lookalikeOf } from '../../src/probe/lookalike.ts';
import { planText, type ProbePlan, priceAt, probePlan, reasonAgainst } from '../../src/probe/probePlan.ts';
import { provenCodesOf } from '../../src/probe/provenCodesOf.ts';
import { strangeStatuses, tradeRowsText } from '../../src/probe/tradeRows.ts';
import { answerText, refusalShape } from '../../src/probe/wire.ts';

const PAIR: Pair = {
  symbol: 'BTC/EUR',
  description: '',
  base: 'BTC',
  quote: 'EUR',
  grid: gridOf(2, dec('0.00001')),
  minVolume: dec('0.0001'),
  maxVolume: dec('100'),
};
const PLAN: ProbePlan = { pair: PAIR, bestBid: dec('60000'), price: dec('30000'), amount: dec('0.0001') };
const PLACE = {
  type: 'place',
  intentId: 'x',
  strategy: 'sluice probe',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('30000'),
  amount: dec('0.0001'),
  decidedAt: 0,
  tag: undefined,
} as const satisfies RiskyCommand;

describe('the last check of what a probe sends', () => {
  it('lets its own orders pass, a step off as well', () => {
    expect(reasonAgainst(PLAN, PLACE)).toBeUndefined();
    expect(reasonAgainst(PLAN, { ...PLACE, amount: dec('0.000101'), price: priceAt(PLAN, 11) })).toBeUndefined();
  });

  it.each([
    [{ ...PLACE, side: 'Sell' } as const, 'a probe buys'],
    [{ ...PLACE, symbol: 'ETH/EUR' }, 'a probe buys BTC/EUR'],
    [{ ...PLACE, price: dec('36000.01') }, 'stays far below'],
    [{ ...PLACE, price: undefined }, 'this is at the market'],
    [{ ...PLACE, amount: dec('0.001') }, 'orders at most 0.00011'],
  ])('refuses %o', (command, reason) => {
    expect(reasonAgainst(PLAN, command)).toContain(reason);
  });

  it('refuses what is no order', () => {
    const quote = {
      type: 'request-quote',
      requestId: 'x',
      strategy: 's',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      size: { fromAmount: dec(1) },
      decidedAt: 0,
    } as const;
    expect(reasonAgainst(PLAN, quote)).toBe('a probe sends no request-quote');
  });
});

describe(probePlan.name, () => {
  it('needs a bid, and an amount on the steps', () => {
    const book = createBook('BTC/EUR', PAIR.grid);
    const message = (work: () => unknown): string => {
      try {
        work();
        return 'nothing';
      } catch (error) {
        expect(isFault(error, 'usage')).toBe(true);
        return (error as Error).message;
      }
    };
    expect(message(() => probePlan(PAIR, book, undefined))).toContain('has no bid');
  });

  it('is told with what it is worth', () => {
    expect(planText(PLAN)).toContain('buy 0.0001 BTC/EUR at 30000 or less (the best bid is 60000), each worth 3 EUR');
  });
});

describe(lookalikeOf.name, () => {
  const intent = { kind: 'place', targetId: undefined, fingerprint: 'BTC/EUR Buy Limit 0.000101 30000.001' } as Intent;
  const row = { id: '7', symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.0001'), price: dec('30000') };
  const nobody = { order: () => Promise.resolve(undefined) };
  const somebody = { order: () => Promise.resolve({} as never) };

  it('recognises what was rounded, and nothing else', async () => {
    expect(await lookalikeOf(intent, PAIR, [row], nobody)).toBe('7');
    expect(await lookalikeOf(intent, PAIR, [row], somebody)).toBeUndefined();
    expect(
      await lookalikeOf(
        intent,
        PAIR,
        [
          { ...row, side: 'Sell' },
          { ...row, symbol: 'ETH/EUR' },
        ],
        nobody,
      ),
    ).toBeUndefined();
    expect(
      await lookalikeOf(
        intent,
        PAIR,
        [
          { ...row, price: dec('30000.2') },
          { ...row, amount: dec('0.0002') },
        ],
        nobody,
      ),
    ).toBeUndefined();
  });

  it('recognises the order that a replacement was about, although it is bound', async () => {
    expect(await lookalikeOf({ ...intent, kind: 'replace', targetId: '7' }, PAIR, [row], somebody)).toBe('7');
  });
});

describe('rows of trades', () => {
  const row = {
    id: '1',
    amount: dec(1),
    price: dec(1),
    status: 'Executed',
    side: 'Buy',
    type: 'Limit',
    symbol: 'BTC/EUR',
    tradeDate: 1,
  } as TradeRow;

  it('are executions where an order has several', () => {
    expect(tradeRowsText([row, { ...row, status: 'PartiallyExecuted' }], () => 1)).toContain('one row for each execution');
  });

  it('are orders that grow where one row was booked in parts', () => {
    expect(tradeRowsText([row], (id) => (id === '1' ? 2 : 0))).toContain('which grows');
  });

  it('tell nothing where each order was executed once, or canceled', () => {
    expect(tradeRowsText([row, { ...row, id: '2', status: 'Canceled' }, { ...row, id: '2', status: 'Canceled' }], () => 1)).toBeUndefined();
    expect(strangeStatuses([row, { ...row, status: 'Expired' }])).toEqual(['Expired']);
  });
});

describe('an answer in words', () => {
  it.each([
    [{ status: 201, body: '{}' }, '201', undefined],
    [{ status: 401, body: '' }, '401 empty', 'empty'],
    [{ status: 400, body: '{"code":"no-money","message":"m"}' }, '400 standard no-money', 'standard'],
    [{ status: 502, body: '<html>' }, "502 with a body that is not the venue's", 'foreign'],
  ])('%o', (answer, text, shape) => {
    expect([answerText(answer), refusalShape(answer)]).toEqual([text, shape]);
  });
});

it('only codes that were learned are told as proven', () => {
  const refusals = [
    { refusal: '400 standard no-money', state: 'learned' },
    { refusal: '400 standard no-money', state: 'learned' },
    { refusal: '400 standard maybe', state: 'counting' },
    { refusal: '404 message gone', state: 'learned' },
  ] as const;
  expect(provenCodesOf(refusals)).toEqual(['no-money']);
});

describe(knowsText.name, () => {
  const facts = { venue: 'venue.example.com', at: Date.UTC(2026, 10, 23, 10), by: 'sluice 0.1.0', name: 'knows.yaml' };
  const question = { question: 'q', asked: 'a', document: undefined };

  it('writes what was found, and what was not as unknown', () => {
    const text = knowsText([noted(question, 'x: y'), unseen({ ...question, question: 'r' }, 'why')], {}, facts);
    expect(text).toContain('at: 2026-11-23T10:00:00.000Z');
    expect(text).toContain('pageBase: unknown');
    expect(text).toContain('replace: unknown');
    expect(text).toContain('visibleWithin: 15s');
    expect(text).toContain('# timestampWindow: not found out');
    expect(text).toContain('  q: "x: y"\n  r: "not known: why"\n');
  });

  it('allows three times the worst lag', () => {
    const learned = { pageBase: 1, replace: 'atomic-keeps-id', lagMs: 20_500, timestampWindowMs: 900_000, refusals: ['no-money'] } as const;
    const text = knowsText([judged(question, '201', true)], learned, facts);
    for (const line of ['pageBase: 1', 'replace: atomic-keeps-id', 'visibleWithin: 62s', 'timestampWindow: 15m', 'refusals:\n  - no-money'])
      expect(text).toContain(line);
  });
});
