import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { TagHistory } from '../../../src/daemon/history/tagHistory.ts';
import { NO_POSITION, positionAfterFill, type Position } from '../../../src/engine/portfolio.ts';
import type { EngineSnapshot } from '../../../src/engine/snapshot.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { fillOf } from '../../engine/fixtures.ts';

const timer = { type: 'timer' } as Event;
const told = (fill: Fill): Event => ({ type: 'report', report: { type: 'fill', fill } }) as unknown as Event;
const trade = (side: 'Buy' | 'Sell', price: string, amount: string, tag: string | undefined, more: Partial<Fill> = {}): Fill =>
  fillOf({
    strategy: 'grid',
    symbol: 'BTC/EUR',
    side,
    price: dec(price),
    amount: dec(amount),
    fee: dec('1'),
    feeCurrency: 'EUR',
    tag,
    ...more,
  });

/** A history beside a position that is booked by the engine's own rule. */
function room(opening: Position = NO_POSITION) {
  const history = new TagHistory();
  let position = opening;
  const snapshot = () => ({ strategies: [{ name: 'grid', symbol: 'BTC/EUR', position }] }) as unknown as EngineSnapshot;
  return {
    history,
    take(fill: Fill): void {
      history.take(told(fill), snapshot);
      if (fill.strategy === 'grid') position = positionAfterFill(position, fill);
    },
    /** Something else than an execution has changed it. */
    set(changed: Position): void {
      position = changed;
      history.take({ type: 'balances' } as unknown as Event, snapshot);
    },
    beat: () => history.take(timer, snapshot),
    get position() {
      return position;
    },
  };
}

describe(TagHistory, () => {
  it('counts what each tag closed, against the average cost of all of the position', () => {
    const desk = room();
    desk.beat();
    desk.take(trade('Buy', '100', '2', 'enter'));
    desk.take(trade('Buy', '110', '2', 'add'));
    desk.beat();
    desk.take(trade('Sell', '120', '3', 'exit'));
    desk.take(trade('Sell', '95', '1', undefined));
    const rows = desk.history
      .of('grid')
      .map(({ tag, fills, value, gross, fees, net }) => [tag, fills, ...[value, gross, fees, net].map(String)]);
    expect(rows).toEqual([
      ['enter', 1, '200', '0', '1', '-1'],
      ['add', 1, '220', '0', '1', '-1'],
      ['exit', 1, '360', '45', '1', '44'],
      [undefined, 1, '95', '-10', '1', '-11'],
    ]);
    expect(desk.position.gross.toString()).toBe('35');
    expect(desk.history.of('nobody')).toEqual([]);
  });

  it('goes on from a position that something else than an execution has changed', () => {
    const desk = room(positionAfterFill(NO_POSITION, trade('Buy', '50', '1', undefined, { fee: dec('0') })));
    desk.beat();
    desk.set(positionAfterFill(desk.position, trade('Buy', '70', '1', undefined, { fee: dec('0') })));
    desk.beat();
    desk.take(trade('Sell', '100', '2', 'exit'));
    expect(desk.history.of('grid')[0]!.gross.toString()).toBe('80');
  });

  it('adds a fee that came later, in whatever currency, without another execution', () => {
    const desk = room();
    desk.beat();
    desk.take(trade('Buy', '100', '1', 'enter', { fee: dec('0') }));
    desk.take(trade('Buy', '100', '0', 'enter', { fee: dec('0.5'), feeCurrency: 'EUR' }));
    desk.take(trade('Buy', '100', '0', 'enter', { fee: dec('0.003'), feeCurrency: 'BNB' }));
    desk.take(trade('Sell', '100', '1', 'enter', { fee: dec('0.002'), feeCurrency: 'BNB' }));
    const [row] = desk.history.of('grid');
    expect(row).toMatchObject({ fills: 2 });
    expect([row!.net, row!.otherFees['BNB']].map(String)).toEqual(['-0.5', '0.005']);
  });

  it('counts nothing of others, nothing of which it does not know the position, and no tags without end', () => {
    const desk = room();
    desk.take(trade('Buy', '100', '1', 'early'));
    expect(desk.history.of('grid')).toEqual([]);
    desk.beat();
    desk.take(trade('Buy', '100', '1', 'foreign', { strategy: undefined }));
    for (let n = 0; n < 200; n++) desk.take(trade('Buy', '100', '1', `order ${n}`));
    expect(desk.history.of('grid')).toHaveLength(50);
    desk.take(trade('Sell', '101', '1', 'order 7'));
    expect(desk.history.of('grid')[7]!.gross.toString()).toBe('1');
  });
});
