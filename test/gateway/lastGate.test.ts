import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { LastGate, type RiskyCommand } from '../../src/gateway/lastGate.ts';
import { ALL_TRADING, scopeNamed, type TradingScope, type TradingStop } from '../../src/model/tradingStop.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench | undefined;
afterEach(async () => {
  await bench?.end();
  bench = undefined;
});

function stopOf(scope: TradingScope, state: TradingStop['state'] = 'halted'): TradingStop {
  return { scope, state, cause: 'operator', orders: 'cancel', reason: 'so it is', since: 0, until: undefined };
}

/** For so long no request gets its turn. */
function waitsFor({ client }: OrderBench, ms: number): void {
  client.limiter.observe(429, ms, 'book');
}

describe('the last gate', () => {
  it('lets nothing through that waits for its turn when the switch is pulled, and journals nothing of it', async () => {
    bench = await orderBench();
    const { intentId } = bench.place();
    waitsFor(bench, 200);
    bench.venue.send(bench.place({ intentId }));
    await bench.pass(100);
    bench.gate.stop(stopOf(ALL_TRADING));
    await bench.pass(1000);
    expect(bench.truth().requests).toEqual([]);
    expect(await bench.store.journal.get(intentId)).toBeUndefined();
    expect(bench.reportsOf('intent-not-sent')).toMatchObject([{ intentId, reason: 'so it is', code: 'halted' }]);
  });

  it('refuses orders, replacements, quotes and conversions, and no cancel, until it is armed again', async () => {
    bench = await orderBench();
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened')[0]!;
    const quote = await bench.quote();
    bench.gate.stop(stopOf(ALL_TRADING));
    await bench.run(bench.place());
    await bench.run(bench.replace(orderId));
    await bench.run(bench.convert(quote));
    await expect(bench.quote()).rejects.toThrow('so it is');
    await bench.run(bench.cancel(orderId));
    expect(bench.reportsOf('intent-not-sent').map(({ kind }) => kind)).toEqual(['place', 'replace', 'convert']);
    expect(bench.reportsOf('cancel-accepted')).toMatchObject([{ orderId }]);
    bench.gate.resume(ALL_TRADING);
    await bench.run(bench.place());
    expect(bench.reportsOf('order-opened')).toHaveLength(2);
  });

  it.each([scopeNamed('maker'), scopeNamed('BTC/EUR')])('of one $of leaves the others alone', async (scope) => {
    bench = await orderBench();
    bench.gate.stop(stopOf(scope));
    await bench.run(bench.place());
    await bench.run(bench.place({ strategy: 'other', symbol: 'ETH/EUR', price: dec('2500'), amount: dec('0.01') }));
    expect(bench.reportsOf('intent-not-sent')).toHaveLength(1);
    expect(bench.reportsOf('order-opened')).toHaveLength(1);
    bench.gate.resume(scopeNamed('ETH/EUR'));
    await bench.run(bench.place());
    expect(bench.reportsOf('intent-not-sent'), 'another scope was lifted').toHaveLength(2);
    bench.gate.resume(scope);
    await bench.run(bench.place());
    expect(bench.reportsOf('order-opened')).toHaveLength(2);
  });

  it('that only reduces keeps back what was decided before, and trusts the engine with what comes after', async () => {
    bench = await orderBench();
    waitsFor(bench, 200);
    bench.venue.send(bench.place());
    bench.gate.stop(stopOf(ALL_TRADING, 'reducing'));
    await bench.pass(1000);
    await bench.run(bench.place());
    expect(bench.reportsOf('intent-not-sent')).toHaveLength(1);
    expect(bench.reportsOf('order-opened')).toHaveLength(1);
  });

  it('lets what closes a position leave under an earlier halt, and nothing else, until a later one', async () => {
    bench = await orderBench();
    const opened = (): number => bench!.reportsOf('order-opened').length;
    bench.gate.stop(stopOf(scopeNamed('BTC/EUR')));
    await bench.run(bench.place({ reduces: true }));
    expect(opened(), 'nobody has asked for it').toBe(0);
    bench.gate.stop({ ...stopOf(ALL_TRADING, 'reducing'), orders: 'close' });
    await bench.run(bench.place());
    expect(opened(), 'it closes nothing').toBe(0);
    await bench.run(bench.place({ reduces: true }));
    expect(opened()).toBe(1);
    bench.gate.stop(stopOf(scopeNamed('maker')));
    await bench.run(bench.place({ reduces: true }));
    expect(opened(), 'the last word counts').toBe(1);
  });

  it('takes what was said since the start for later than what earlier lives have saved', async () => {
    bench = await orderBench();
    bench.gate.stop({ ...stopOf(ALL_TRADING, 'reducing'), orders: 'close' });
    bench.gate.restore([stopOf(ALL_TRADING), stopOf(scopeNamed('BTC/EUR'))]);
    await bench.run(bench.place({ reduces: true }));
    expect(bench.reportsOf('order-opened')).toHaveLength(1);
  });

  it('refuses what it fails to check', () => {
    const gate = new LastGate(() => undefined);
    const broken = {
      type: 'convert',
      get quote(): never {
        throw new TypeError('no quote');
      },
    } as unknown as RiskyCommand;
    expect(() => gate.assertMayLeave(broken, gate.ticket)).toThrow(
      expect.objectContaining({ code: 'risk', outcome: 'not-sent', message: 'the last check failed: no quote' }) as Error,
    );
  });
});
