import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { stoppedBy, stoppedMessage } from '../../../src/engine/risk/stopped.ts';
import { ALL_TRADING } from '../../../src/model/tradingStop.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { NOON, orderOf, touch } from '../fixtures.ts';
import { conversion, order, orderRequestIn, refusalOf, type Request, roomIn, type Situation } from './situation.ts';

const reducing: Situation = { stopped: { state: 'reducing' } };
const BOTH = [touch('59990', '60010'), touch('1799', '1801', NOON, 'ETH/EUR')];
const BACK = { fromCurrency: 'BTC', toCurrency: 'EUR' } as const;
const cases: readonly (readonly [what: string, request: Request, situation: Situation, refusedBy: string | undefined])[] = [
  ['nothing is stopped', order(), {}, undefined],
  ['all trading is halted', order(), halted(), 'halted'],
  ['its strategy is halted', order(), halted({ of: 'strategy', name: 's' }), 'halted'],
  ['its symbol is halted', order(), halted({ of: 'symbol', name: 'BTC/EUR' }), 'halted'],
  ['another strategy is halted', order(), halted({ of: 'strategy', name: 't' }), undefined],
  ['another symbol is halted', order(), halted({ of: 'symbol', name: 'ETH/EUR' }), undefined],
  ['a sale of all that is held, while halted', sale('1'), { ...halted(), held: '1' }, 'halted'],
  ['a sale of all that is held, while reducing', sale('1'), { ...reducing, held: '1' }, undefined],
  ['a sale of more', sale('1.00001'), { ...reducing, held: '1' }, 'reducing'],
  ['a sale beside another one', sale('1'), { ...reducing, held: '1', orders: [ask('70000')] }, 'reducing'],
  ['a sale in the place of another one', sale('1', 'intent-1'), { ...reducing, held: '1', orders: [ask('70000')] }, undefined],
  ['a sale of nothing that is held', sale('0.1'), reducing, 'reducing'],
  ['a buy while reducing', order(), { ...reducing, held: '1' }, 'reducing'],
  ['a buy of what was sold before', order({ amount: '1' }), { ...reducing, held: '-1' }, undefined],
  ['a buy of more', order({ amount: '1.1' }), { ...reducing, held: '-1' }, 'reducing'],
  ['an order on a market that is not its own', order({ side: 'Sell', symbol: 'BTC/USDT' }), { ...reducing, held: '1' }, 'reducing'],
  ["a person's sale", order({ strategy: 'operator', side: 'Sell' }), reducing, undefined],
  ["a person's buy", order({ strategy: 'operator' }), reducing, 'reducing'],
  [
    'a sale of all that is held, beside a buy',
    sale('1'),
    { ...reducing, held: '1', orders: [orderOf({ price: dec('50000') })] },
    undefined,
  ],
  ['a sale beside what another one is to become', sale('0.2'), { ...reducing, held: '1', meanwhile: replacing('0.1', '0.9') }, 'reducing'],
  ['... just so', sale('0.1'), { ...reducing, held: '1', meanwhile: replacing('0.1', '0.9') }, undefined],
  ['a sale beside what another one still is', sale('0.2'), { ...reducing, held: '1', meanwhile: replacing('0.9', '0.1') }, 'reducing'],
  ['a conversion while halted', conversion(), halted(), 'halted'],
  ['a conversion that buys on a halted symbol', conversion(), halted({ of: 'symbol', name: 'BTC/EUR' }), 'halted'],
  ['a conversion back on a halted symbol', back('1'), { ...halted({ of: 'symbol', name: 'BTC/EUR' }), held: '1' }, 'halted'],
  ['a conversion beside a halted symbol', conversion(), halted({ of: 'symbol', name: 'ETH/EUR' }), undefined],
  ["a person's conversion that buys", conversion({ strategy: 'operator' }), reducing, 'reducing'],
  ["a person's conversion that sells", conversion({ ...BACK, strategy: 'operator', fromAmount: dec('9') }), reducing, undefined],
  [
    'a conversion of what its market does not trade',
    conversion({ fromCurrency: 'ETH', toCurrency: 'EUR', fromAmount: dec('0.1') }),
    { ...reducing, held: '1', books: BOTH },
    'reducing',
  ],
  ['a conversion while reducing', conversion(), reducing, 'reducing'],
  ['a conversion of what is held', back('1'), { ...reducing, held: '1' }, undefined],
  ['a conversion of more', back('1.1'), { ...reducing, held: '1' }, 'reducing'],
  ['a conversion back of nobody knows how much', conversion({ ...BACK, fromAmount: undefined, toAmount: dec('1') }), reducing, 'reducing'],
  ['a conversion of what is held, beside a sale', back('1'), { ...reducing, held: '1', orders: [ask('70000')] }, 'reducing'],
  ['a conversion of what a sale leaves', back('0.9'), { ...reducing, held: '1', meanwhile: selling('0.1') }, undefined],
  ['... and of more', back('0.90001'), { ...reducing, held: '1', meanwhile: selling('0.1') }, 'reducing'],
  ['a conversion beside what a sale is to become', back('0.2'), { ...reducing, held: '1', meanwhile: replacing('0.1', '0.9') }, 'reducing'],
  ['a conversion beside what a sale still is', back('0.2'), { ...reducing, held: '1', meanwhile: replacing('0.9', '0.1') }, 'reducing'],
  ['... just so', back('0.1'), { ...reducing, held: '1', meanwhile: replacing('0.9', '0.1') }, undefined],
  [
    'a conversion beside a sale of which nobody knows',
    back('0.1'),
    { ...reducing, held: '1', orders: [{ ...ask('70000'), state: 'unknown', orderId: undefined }] },
    'reducing',
  ],
  [
    'a conversion of all that is held, beside a buy',
    back('1'),
    { ...reducing, held: '1', orders: [orderOf({ price: dec('50000') })] },
    undefined,
  ],
  ["a conversion of what is held, beside another's sale", back('1'), { ...reducing, held: '1', orders: [theirs('70000')] }, undefined],
  ['a conversion beside what a sale may have executed unseen', back('0.9'), { ...reducing, held: '1', meanwhile: unseen }, 'reducing'],
  ['... just so', back('0.75'), { ...reducing, held: '1', meanwhile: unseen }, undefined],
  ['a sale beside what another may have executed unseen', sale('0.9'), { ...reducing, held: '1', meanwhile: unseen }, 'reducing'],
  ['... just so', sale('0.75'), { ...reducing, held: '1', meanwhile: unseen }, undefined],
  ['a conversion beside one under way', back('0.5'), { ...reducing, held: '1', meanwhile: converting('0.6') }, 'reducing'],
  ['a sale beside a conversion under way', sale('0.5'), { ...reducing, held: '1', meanwhile: converting('0.50001') }, 'reducing'],
  ['a sale of what a conversion under way leaves', sale('0.5'), { ...reducing, held: '1', meanwhile: converting('0.5') }, undefined],
  ["a sale beside another's conversion", sale('1'), { ...reducing, held: '1', meanwhile: converting('0.5', 'operator') }, undefined],
  [
    'a buy back beside a conversion that buys',
    order({ amount: '0.5' }),
    { ...reducing, held: '-1', meanwhile: buyingBack('0.6') },
    'reducing',
  ],
  ['... just so', order({ amount: '0.4' }), { ...reducing, held: '-1', meanwhile: buyingBack('0.6') }, undefined],
  ['a sale beside a conversion that buys', sale('1'), { ...reducing, held: '1', meanwhile: buyingBack('0.6') }, undefined],
];

describe('what is stopped', () => {
  it.each(cases)('%s', (_what, request, situation, refusedBy) => {
    expect(refusalOf(request, situation)?.rule).toBe(refusedBy);
    if (request.type === 'conversion') return;
    const room = roomIn(situation);
    const asked = orderRequestIn(room, request.given);
    expect(stoppedBy(asked, room.engine.state)).toBe(refusedBy);
    if (refusedBy === 'halted') expect(stoppedMessage(asked, room.engine.state)).toBe('so it is');
    if (refusedBy === 'reducing') expect(stoppedMessage(asked, room.engine.state)).toBe('all trading may only reduce positions: so it is');
  });
});

function halted(scope = ALL_TRADING): Situation {
  return { stopped: { state: 'halted', scope } };
}

function sale(amount: string, replaces?: string): Request {
  return order({ side: 'Sell', amount, ...(replaces === undefined ? {} : { replaces }) });
}

function back(fromAmount: string): Request {
  return conversion({ ...BACK, fromAmount: dec(fromAmount) });
}

function ask(price: string) {
  return orderOf({ side: 'Sell', price: dec(price) });
}

/** A sale whose amount is being replaced by another one. */
function replacing(amount: string, by: string) {
  return (room: EngineRoom): void => room.replacing(room.placed('p', 'Sell', '70000', amount), 'r', '70000', by);
}

/** An order of a person's. */
function theirs(price: string) {
  return orderOf({ strategy: 'operator', side: 'Sell', price: dec(price) });
}

function selling(amount: string) {
  return (room: EngineRoom): void => void room.placed('p', 'Sell', '70000', amount);
}

/** A sale of 0.1 that may have executed 0.15 more. */
function unseen(room: EngineRoom): void {
  const order = room.placed('p', 'Sell', '70000', '0.1');
  room.engine.state.unseen.add('r', order, order.ticks, 15_000, NOON, NOON);
}

/** A conversion out of BTC of which nobody knows what came. */
function converting(fromAmount: string, strategy = 's') {
  const amounts = { fromAmount: dec(fromAmount), toAmount: dec('30000') };
  return ({ engine }: EngineRoom): void => engine.conversions.restore({ intentId: 'c', strategy, ...BACK, ...amounts });
}

function buyingBack(toAmount: string) {
  const amounts = { fromAmount: dec('30000'), toAmount: dec(toAmount) };
  const there = { fromCurrency: 'EUR', toCurrency: 'BTC' };
  return ({ engine }: EngineRoom): void => engine.conversions.restore({ intentId: 'c', strategy: 's', ...there, ...amounts });
}
