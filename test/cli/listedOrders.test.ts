import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { listedOrders } from '../../src/cli/listedOrders.ts';
import type { Venue, VenueOrder } from '../../src/cli/venue.ts';
import { createShell } from '../../src/cli/shell.ts';
import { testIo } from './testIo.ts';

type Asked = Pick<Venue, 'openOrders' | 'orderStrategies' | 'liveOrders' | 'deskOrders' | 'pairs'>;
type Live = NonNullable<Awaited<ReturnType<Venue['liveOrders']>>>;

const LIVE = [
  {
    orderId: '7',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: '60000',
    amount: '0.5',
    filled: '0.2',
    strategy: 'maker',
    placedAt: 'then',
  },
  {
    orderId: undefined,
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: '1',
    amount: '1',
    filled: '0',
    strategy: 'maker',
    placedAt: 'now',
  },
] as unknown as Live;

const venueOf = (openOrders: Asked['openOrders'], live: Live | undefined): Asked => ({
  openOrders,
  orderStrategies: () => Promise.resolve({ '8': 'grid' }),
  liveOrders: () => Promise.resolve(live),
  deskOrders: () => Promise.resolve([]),
  pairs: () => Promise.resolve(['BTC/EUR', 'ETH/EUR'].map((symbol) => ({ symbol })) as never),
});
const away = (code: FaultCode) => (): Promise<never> => Promise.reject(new Fault(code, 'no answer within 10 s'));

describe(listedOrders, () => {
  it('is what the venue lists, with the strategies that the daemon knows', async () => {
    const io = testIo();
    const order = { id: '8', symbol: 'ETH/EUR' } as VenueOrder;
    const venue = venueOf(() => Promise.resolve([order]), LIVE);
    expect(await listedOrders(createShell(io, {}), venue)).toEqual([{ ...order, strategy: 'grid' }]);
    expect(io.stderr()).toBe('');
    expect(await listedOrders(createShell(io, {}), venue, 'ETH/EUR')).toHaveLength(1);
    expect(await listedOrders(createShell(io, {}), venue, 'BTC/EUR')).toEqual([]);
    await expect(listedOrders(createShell(io, {}), venue, 'BTC/EURO')).rejects.toMatchObject({
      message: 'there is no symbol "BTC/EURO"; there are BTC/EUR, ETH/EUR',
      suggestion: 'did you mean BTC/EUR?',
    });
    const kept = { ...venue, deskOrders: () => Promise.resolve([{ symbol: 'OLD/EUR' }] as never) };
    expect(await listedOrders(createShell(io, {}), kept, 'OLD/EUR'), 'a pair that is gone, with an order of the desk').toEqual([]);
  });

  it.each(['timeout', 'network', 'venue-failure'] as const)(
    'is what the daemon knows while the venue is away (%s), and says so',
    async (code) => {
      const io = testIo();
      const orders = await listedOrders(createShell(io, {}), venueOf(away(code), LIVE));
      expect(orders).toEqual([
        {
          id: '7',
          symbol: 'BTC/EUR',
          side: 'Buy',
          type: 'Limit',
          price: dec('60000'),
          amount: dec('0.3'),
          initialAmount: dec('0.5'),
          openTime: 'then',
          strategy: 'maker',
        },
      ]);
      expect(io.stderr()).toContain('the venue could not be asked: no answer within 10 s');
      expect(io.stderr()).toContain('as it last saw them');
    },
  );

  it('fails as the venue does where no daemon runs, and where the venue has answered', async () => {
    const shell = createShell(testIo(), {});
    await expect(listedOrders(shell, venueOf(away('timeout'), undefined))).rejects.toMatchObject({ code: 'timeout' });
    await expect(listedOrders(shell, venueOf(away('unauthorized'), LIVE))).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
