import { dec } from '../../../src/base/decimal.ts';
import type { CallFault } from '../../../src/simulator/callFault.ts';
import type { SimulatedWorld } from '../../daemon/simulatedWorld.ts';
import { type Life, type LifeStrategy, tell } from './recordLife.ts';

const MAKER: LifeStrategy = {
  name: 'maker',
  use: 'maker',
  symbol: 'BTC/EUR',
  params: { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' },
};
const GRID: LifeStrategy = { name: 'grid', use: 'grid', symbol: 'ETH/EUR', params: { levels: '3', stepBps: '8', size: '0.1' } };
const DCA: LifeStrategy = { name: 'dca', use: 'dca', symbol: 'SOL/EUR', params: { amount: '25.37', at: 'every 20s' } };
const ALL = [MAKER, GRID, DCA];

/** Each is recorded once, in a folder of its name. */
export const LIVES: Readonly<Record<string, Life>> = {
  replaces: { strategies: ALL, options: { seed: 21 }, recorded: 1, play: lives(60_000) },
  cancels: { strategies: ALL, options: { seed: 22, replaces: false, latencyMs: 250 }, recorded: 1, play: lives(60_000) },
  'new-ids': { strategies: ALL, options: { seed: 23, behaviour: { replaceId: 'new' } }, recorded: 1, play: lives(40_000) },
  'total-amounts': {
    strategies: [MAKER, GRID],
    options: { seed: 24, behaviour: { replaceAmount: 'total' } },
    recorded: 1,
    play: lives(40_000),
  },
  'one-symbol': {
    strategies: [MAKER, { ...GRID, symbol: 'BTC/EUR', params: { levels: '4', stepBps: '4', size: '0.005' } }],
    options: { seed: 25 },
    recorded: 1,
    play: lives(60_000),
  },
  operator: { strategies: ALL, options: { seed: 26 }, recorded: 1, play: operates },
  faults: { strategies: ALL, options: { seed: 27 }, fault: faults(), recorded: 1, play: lives(90_000) },
  'faults-cancels': { strategies: ALL, options: { seed: 28, replaces: false }, fault: faults(), recorded: 1, play: lives(60_000) },
  'second-life': { strategies: ALL, options: { seed: 29 }, recorded: 2, play: livesTwice },
  'after-faults': { strategies: ALL, options: { seed: 30 }, recorded: 2, ...losesAtTheEnd() },
  limits: {
    strategies: ALL,
    options: {
      seed: 31,
      limits: {
        maxOpenOrders: 5,
        maxOrdersPerMinute: 25,
        priceCollar: dec('0.0008'),
        maxOrderValue: { amount: dec('500'), currency: 'EUR' },
        budgets: { maker: { amount: dec('0.015'), currency: 'BTC' }, grid: { amount: dec('700'), currency: 'USDT' } },
      },
    },
    recorded: 1,
    play: lives(60_000),
  },
  loss: {
    strategies: [MAKER, GRID],
    options: { seed: 32, limits: { maxDailyLoss: { amount: dec('0.05'), currency: 'EUR' } } },
    recorded: 1,
    play: loses,
  },
};

function lives(ms: number): Life['play'] {
  return async (world) => {
    await world.start();
    await world.pass(ms);
    await world.stop('cancel');
  };
}

/** The first life ends without a word, wherever it is; the second keeps what rests. */
async function livesTwice(world: SimulatedWorld): Promise<void> {
  await world.start();
  await world.pass(40_333);
  await world.crash();
  await livesOn(world, 7000);
}

async function livesOn(world: SimulatedWorld, awayMs: number): Promise<void> {
  await world.pass(awayMs);
  await world.start();
  await world.pass(40_000);
  await world.stop('keep');
}

/** Reaches its daily loss; a person tries on. */
async function loses(world: SimulatedWorld): Promise<void> {
  await world.start();
  await world.pass(60_000);
  for (const strategy of ['maker', 'grid']) tell(world, { type: 'resume', strategy });
  await world.pass(3000);
  const price = dec('50000');
  tell(world, { type: 'place', intentId: 'op-late', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price, amount: dec('0.01') });
  await world.pass(10_000);
  await world.stop('cancel');
}

/** Orders, replacements, cancels and conversions of a person, good and bad, between those of the strategies. */
async function operates(world: SimulatedWorld): Promise<void> {
  await world.start();
  await world.pass(10_000);
  const place = { type: 'place', side: 'Buy', orderType: 'Limit', amount: dec('0.02') } as const;
  const mid = world.trader.snapshot().markets.find(({ symbol }) => symbol === 'BTC/EUR')!.mid!;
  const low = mid.times('0.98').toDecimalPlaces(2);
  const orderOf = (intentId: string): string =>
    world.trader.snapshot().orders.find((order) => order.intentId === intentId)?.orderId ?? 'none';
  const steps: (() => void)[] = [
    () => tell(world, { ...place, intentId: 'op-1', symbol: 'BTC/EUR', price: low }),
    () => tell(world, { ...place, intentId: 'op-2', symbol: 'ETH/EUR', orderType: 'Market', price: undefined }),
    () => tell(world, { type: 'replace', intentId: 'op-3', orderId: orderOf('op-1'), price: low.minus('10'), amount: dec('0.03') }),
    () => tell(world, { ...place, intentId: 'op-4', symbol: 'BTC/EUR', price: low.plus('0.001') }),
    () => tell(world, { ...place, intentId: 'op-5', symbol: 'ETH/BTC', price: dec('0.03') }),
    () => tell(world, { type: 'pause', strategy: 'maker' }),
    () => tell(world, { type: 'convert', requestId: 'op-6', fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: dec('12.34') } }),
    () => tell(world, { type: 'convert', requestId: 'op-7', fromCurrency: 'SOL', toCurrency: 'EUR', size: { toAmount: dec('9.99') } }),
    () => tell(world, { type: 'resume', strategy: 'maker' }),
    () => tell(world, { type: 'cancel', intentId: 'op-8', orderId: orderOf('op-1'), symbol: 'BTC/EUR' }),
    () => tell(world, { type: 'cancel', intentId: 'op-9', orderId: 'none', symbol: 'BTC/EUR' }),
    () => tell(world, { type: 'stop', strategy: 'grid' }),
    () => tell(world, { type: 'resume', strategy: 'grid' }),
    () =>
      tell(world, {
        ...place,
        intentId: 'op-10',
        symbol: 'ETH/EUR',
        side: 'Sell',
        orderType: 'Market',
        price: undefined,
        amount: dec('0.01'),
      }),
  ];
  for (const step of steps) {
    step();
    await world.pass(3100);
  }
  await world.stop('cancel');
}

/** Answers that are lost, late, wrong or never come, a given one of each kind of call. */
function faults(): Life['fault'] {
  const counts = new Map<string, number>();
  const drop = (kind: 'drop-before' | 'drop-after', ms: number): CallFault => ({ kind, ms });
  const rows: Readonly<Record<string, { readonly of: number; readonly faults: Readonly<Record<number, CallFault>> }>> = {
    'orders.place': {
      of: 8,
      faults: { 2: drop('drop-after', 100), 5: drop('drop-before', 100), 7: { kind: 'status', status: 503, apply: true } },
    },
    'orders.replace': {
      of: 9,
      faults: { 1: drop('drop-after', 60), 4: { kind: 'delay', ms: 900 }, 6: drop('drop-before', 60) },
    },
    'orders.cancel': {
      of: 6,
      faults: { 1: drop('drop-after', 60), 3: { kind: 'status', status: 500, apply: false }, 5: drop('drop-before', 60) },
    },
    'quotes.request': { of: 3, faults: { 2: drop('drop-after', 80) } },
    'conversions.execute': { of: 2, faults: { 1: drop('drop-after', 80) } },
  };
  return ({ operation }) => {
    const row = rows[operation];
    if (row === undefined) return undefined;
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    return row.faults[count % row.of];
  };
}

/** The last answers before the crash are lost, so that the next life begins with outcomes that nobody knows. */
function losesAtTheEnd(): Pick<Life, 'fault' | 'play'> {
  let isLosing = false;
  return {
    fault: ({ operation }) => (isLosing && operation.startsWith('orders.') ? { kind: 'drop-before', ms: 60_000 } : undefined),
    async play(world) {
      await world.start();
      await world.pass(38_000);
      isLosing = true;
      await world.pass(5000);
      await world.crash();
      isLosing = false;
      await livesOn(world, 500);
    },
  };
}
