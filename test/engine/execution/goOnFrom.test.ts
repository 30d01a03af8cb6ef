import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Restored } from '../../../src/model/event.ts';
import type { Order } from '../../../src/model/order.ts';
import type { EngineBench } from '../engineBench.ts';
import { conversionOf, fillOf, orderOf } from '../fixtures.ts';
import { DEAL, quoted, quotedBy, tradeOf, trading } from './tradeBench.ts';

describe('after a kill, a trade', () => {
  it('goes on with what is left, by the fills of its legs that are in the log, saved or not', () => {
    const before = trading();
    quoted(before, '600', '0.0098');
    const { intentId } = before.commands('place')[0]!;
    const fill = fillOf({ orderId: 'o1', intentId, price: dec('60000'), amount: dec('0.005'), strategy: 's' });
    const after = nextLife(before, { fills: [fill] });
    after.timer();
    expect(after.commands('request-quote')).toMatchObject([{ size: { fromAmount: dec('300') } }]);
    quotedBy(after, '300', '0.006');
    expect(after.commands('convert')[0]!.intentId).toBe(`${tradeOf(before)}-3`);
  });

  it('waits for its order that is still live, and cancels what rests of it', () => {
    const before = trading();
    quoted(before, '600', '0.0098');
    const { intentId, price, amount } = before.commands('place')[0]!;
    const after = nextLife(before, { orders: [orderOf({ intentId, price, amount, orderId: 'o1', filled: dec('0') })] });
    after.timer();
    expect(after.commands('request-quote')).toEqual([]);
    expect(after.commands('cancel')).toMatchObject([{ orderId: 'o1' }]);
    after.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0') });
    after.touch('59990', '60010');
    after.timer();
    expect(after.commands('request-quote')).toHaveLength(1);
  });

  it('waits while its conversion is unknown, and counts it when it is found', () => {
    const before = trading();
    quoted(before, '600', '0.01');
    const { intentId } = before.commands('convert')[0]!;
    const after = nextLife(before);
    after.report({ type: 'lane-frozen', lane: 'convert:EUR>BTC', reason: 'unknown' });
    after.timer();
    after.touch('59990', '60010');
    after.timer();
    expect([...after.commands('request-quote'), ...after.commands('place')]).toEqual([]);
    after.report({ type: 'converted', conversion: conversionOf({ intentId, strategy: 's' }), adopted: true });
    after.report({ type: 'lane-opened', lane: 'convert:EUR>BTC' });
    after.timer();
    expect(after.notices('trade')).toMatchObject([{ outcome: 'done', gave: dec('600'), brought: dec('0.01') }]);
  });

  it('does not go on when what was saved can not be read, which is told', () => {
    const after = nextLife(trading(), {}, '[{"id": 7}]');
    after.timer();
    expect(after.commands('request-quote')).toEqual([]);
    expect(after.notices('log')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('saved trades can not be read') as string },
    ]);
  });
});

/** The life after a kill, with what the first one had saved by then. */
function nextLife(
  before: EngineBench,
  restored: { fills?: Restored['fills']; orders?: readonly Order[] } = {},
  text?: string,
): EngineBench {
  const saved = before.notices('save-state').findLast(({ strategy }) => strategy === ':trades')!.state;
  const bench = trading({}, DEAL, false, { states: { ':trades': text ?? saved }, ...restored });
  bench.touch('59990', '60010');
  return bench;
}
