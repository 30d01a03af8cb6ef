import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonceRoom } from '../../src/engine/fingerprints.ts';
import {
  actions,
  answer,
  apart,
  buy,
  commandsOf,
  count,
  deskBench,
  look,
  resting,
  restingOrders,
  sell,
  settle,
  SIDES,
  ticksIn,
  wantedOn,
  wantedOrders,
  type Resting,
  type Wanted,
} from './deskBench.ts';
import { textOf } from './engineBench.ts';

describe('the desk', () => {
  it('asks for nothing when what rests is what is wanted', () => {
    expect(actions([buy(100, 10), sell(110, 10)], [resting('Buy', 100, 10), resting('Sell', 110, 10)])).toEqual([]);
  });

  it('asks for nothing when an amount is lower by the lots that make it recognisable', () => {
    const room = nonceRoom(5000);
    expect(actions([buy(100, 5000)], [resting('Buy', 100, 5000 - room)])).toEqual([]);
    expect(actions([buy(100, 5000)], [resting('Buy', 100, 5000 - room - 1)])).toHaveLength(1);
  });

  it('never leaves more resting than is wanted', () => {
    expect(actions([buy(100, 10)], [resting('Buy', 100, 11)])).toEqual([['replace', 'Buy100 to 10 at 100']]);
  });

  it('leaves a partly filled order its place in the queue until less than half is left', () => {
    const part = (lots: number): Resting => ({ ...resting('Buy', 100, lots), untouched: false });
    expect(actions([buy(100, 10)], [part(5)])).toEqual([]);
    expect(actions([buy(100, 10)], [part(4)])).toMatchObject([['replace', 'Buy100 to 10 at 100']]);
    expect(actions([buy(100, 10)], [resting('Buy', 100, 5)])).toMatchObject([['replace', 'Buy100 to 10 at 100']]);
  });

  it('moves the nearest order where the venue replaces', () => {
    const far = resting('Buy', 90, 10, 'far');
    const near = resting('Buy', 99, 10, 'near');
    expect(actions([buy(100, 10)], [far, near])).toEqual([
      ['cancel', 'far'],
      ['replace', 'near to 10 at 100'],
    ]);
  });

  it('cancels first where it does not, and places once the order is closed', () => {
    const old = resting('Buy', 99, 10, 'old');
    const replaces = false;
    expect(actions([buy(100, 10)], [old], { replaces })).toEqual([['cancel', 'old']]);
    expect(actions([buy(100, 10)], [{ ...old, busy: 'replacing' }], { replaces })).toEqual([]);
    expect(actions([buy(100, 10)], [], { replaces })).toEqual([['place', 'Buy 10 at 100']]);
    expect(actions([buy(100, 10)], [old], { replaces, answers: true })).toEqual([
      ['cancel', 'old'],
      ['place', 'Buy 10 at 100'],
    ]);
  });

  it('waits for an order that is on its way instead of placing another', () => {
    expect(actions([buy(100, 10)], [{ ...resting('Buy', 99, 10), busy: 'replacing' }])).toEqual([]);
  });

  it('cancels again what is being canceled and is still there, and places nothing beside it', () => {
    const bench = deskBench([buy(100, 10)], [{ ...resting('Buy', 99, 10, 'old'), busy: 'canceling' }], {});
    const after = (ms: number): string[] =>
      look(bench, ms)
        .map(({ type }) => type)
        .filter((type) => type === 'cancel' || type === 'place');
    expect([bench.commands('cancel').length, after(100), after(15_000)]).toEqual([1, [], ['cancel']]);
  });

  it('pairs equal prices so that the fewest orders move', () => {
    // The order of 5 suffices for both rows, and the one of 10 only for the larger.
    const part = { ...resting('Buy', 100, 5, 'part'), untouched: false };
    const large = resting('Buy', 100, 10, 'whole');
    const wants = (...lots: number[]): Wanted[] => lots.map((one) => buy(100, one));
    expect(actions(wants(20, 10), [{ ...resting('Buy', 100, 10, 'part'), untouched: false }, resting('Buy', 100, 20, 'whole')])).toEqual(
      [],
    );
    // Only the order that is partly filled suffices for 20.
    expect(actions(wants(10, 20), [{ ...part, lots: 10 }, large])).toEqual([]);
    expect(actions(wants(10, 10), [part, large])).toEqual([]);
    expect(actions(wants(10, 20), [resting('Buy', 100, 20, 'whole'), { ...part, lots: 10 }])).toEqual([]);
  });

  it('gets to what is wanted on a venue that does what it is told', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, fc.boolean(), (wanted, atStart, replaces) => {
        const bench = deskBench(wanted, atStart, { replaces, answers: true });
        look(bench);
        settle(bench, atStart);
        look(bench);
        const asked = commandsOf(bench.outputs).length;
        look(bench);
        expect(commandsOf(bench.outputs)).toHaveLength(asked);
        for (const side of SIDES) {
          const left = [...bench.resting.values()].filter((order) => order.side === side).map(({ price }) => ticksIn(price!));
          expect(sorted(left)).toEqual(
            sorted(
              apart(wanted)
                .filter((order) => order.side === side)
                .map(({ ticks }) => ticks),
            ),
          );
        }
      }),
    );
  });

  it('never has more live orders on a side than are wanted or were resting', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, fc.boolean(), (wanted, atStart, replaces) => {
        const bench = deskBench(wanted, atStart, { replaces, answers: false });
        let outputs = look(bench);
        // A cancel takes time. Until then the order counts.
        while (outputs.length > 0) {
          const { orders } = bench.engine.snapshot();
          for (const side of SIDES) expect(count(orders, side)).toBeLessThanOrEqual(Math.max(count(wanted, side), count(atStart, side)));
          outputs = outputs.flatMap((output) => answer(bench, output));
        }
      }),
    );
  });

  it('does the same for one order a side, in whole numbers, as for a ladder of one', () => {
    const onePerSide = fc
      .tuple(fc.option(wantedOn('Buy'), { nil: undefined }), fc.option(wantedOn('Sell'), { nil: undefined }))
      .map((pair) => pair.filter((order) => order !== undefined));
    const busy = fc.constantFrom(undefined, undefined, 'replacing' as const, 'canceling' as const);
    const anyBusy = fc
      .tuple(restingOrders, fc.array(busy, { minLength: 6, maxLength: 6 }))
      .map(([orders, states]) => orders.map((order, i) => ({ ...order, busy: states[i] })));
    fc.assert(
      fc.property(fc.array(onePerSide, { minLength: 1, maxLength: 4 }), anyBusy, fc.boolean(), (stages, atStart, replaces) => {
        const outputs = [false, true].map((isTouch) => {
          let stage = 0;
          const bench = deskBench(() => stages[stage]!, atStart, { replaces, answers: true, isTouch, mayMeet: true });
          for (; stage < stages.length; stage++) {
            look(bench, 1000);
            settle(bench, atStart);
            look(bench, 20_000);
          }
          return textOf(bench.outputs);
        });
        expect(outputs[1]).toEqual(outputs[0]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('an order that would meet one of our own', () => {
  it.each([
    [99, 'Buy 10 at 99'],
    [100, 'Buy 10 at 50'],
    [101, 'Buy 10 at 50'],
  ])('waits while another can go: a buy at %d beside an ask at 100', (ticks, first) => {
    const ask: Resting = { ...resting('Sell', 100, 10), busy: 'replacing' };
    const bench = deskBench([buy(ticks, 10), buy(50, 10)], [ask], { mayMeet: true });
    expect(commandsOf(look(bench))).toEqual([['place', first]]);
    expect(bench.notices('refused')).toEqual([]);
  });

  it.each([
    [99, 'Sell 10 at 150'],
    [100, 'Sell 10 at 150'],
    [101, 'Sell 10 at 101'],
  ])('waits while another can go: a sell at %d beside a bid at 100', (ticks, first) => {
    const bid: Resting = { ...resting('Buy', 100, 10), busy: 'replacing' };
    const bench = deskBench([sell(ticks, 10), sell(150, 10)], [bid], { mayMeet: true });
    expect(commandsOf(look(bench))).toEqual([['place', first]]);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('is asked for and refused when there is nothing else to do', () => {
    const ask: Resting = { ...resting('Sell', 100, 10), busy: 'replacing' };
    const bench = deskBench([buy(100, 10)], [ask], { mayMeet: true });
    expect(commandsOf(look(bench))).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'self-trade' }]);
  });
});

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
