import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { FaultSwitch } from '../../src/simulator/faultSwitch.ts';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import { EmbeddedSimulator } from '../../src/simulator/embeddedSimulator.ts';
import { openVenue, only, type VenueUnderTest } from './venueUnderTest.ts';

function opened(options: Partial<SimulatorOptions> = {}): { readonly simulator: EmbeddedSimulator; readonly venue: VenueUnderTest } {
  const venue = openVenue({ balances: only({ EUR: '1000', BTC: '1' }), ...options });
  const faults = new FaultSwitch(venue.clock, 7);
  return { simulator: new EmbeddedSimulator(venue.simulator, faults, venue.clock), venue };
}

const euro = (simulator: EmbeddedSimulator, currency: string): number =>
  Number(
    simulator
      .report()
      .currencies.find(({ code }) => code === currency)!
      .euro!.toFixed(),
  );

async function total(venue: VenueUnderTest, currency: string): Promise<unknown> {
  const { json } = await venue.call('GET', '/v1/balances');
  return (json as { currency: string; totalBalance: unknown }[]).find((row) => row.currency === currency)?.totalBalance;
}

describe('what a person does to a simulator', () => {
  it('chooses faults, sees which are on, and ends them', () => {
    const { simulator } = opened();
    expect(simulator.faults).toBeUndefined();
    expect(simulator.chooseFaults('slow')).toMatch(/^faults slow: a third of the answers/);
    expect(simulator.strike('orders.place', 'lost-answer')).toBe('the next new order is carried out, and its answer is lost');
    expect(simulator.faults).toBe('slow');
    expect(simulator.report()).toMatchObject({
      faults: { profile: 'slow', calls: 0, counts: [], waiting: [{ operation: 'orders.place', strike: 'lost-answer' }] },
      deeds: [
        { text: 'the next new order is carried out, and its answer is lost' },
        { text: expect.stringMatching(/^faults slow/) as string },
      ],
    });
    simulator.chooseFaults('none');
    expect(simulator.faults).toBeUndefined();
    expect(simulator.report().faults.waiting).toEqual([]);
  });

  it('moves a price within bounds, and by no more than that in all', () => {
    const { simulator } = opened();
    const before = euro(simulator, 'BTC');
    simulator.movePrice('BTC', dec(-10));
    expect(euro(simulator, 'BTC') / before).toBeCloseTo(0.9, 2);
    expect(() => simulator.movePrice('BTC', dec(-51))).toThrow('percent: expected -50 to 100, not -51');
    expect(() => simulator.movePrice('BTC', dec('100.1'))).toThrow('percent: expected -50 to 100');
    expect(() => simulator.movePrice('EUR', dec(1))).toThrow('prices are in EUR');
    expect(() => simulator.movePrice('DOGE', dec(1))).toThrow('the simulator has no DOGE; it has EUR, BTC');
    const halve = (): void => {
      for (let n = 0; n < 10; n++) simulator.movePrice('BTC', dec(-50));
    };
    expect(halve).toThrow(/would be at 0\.0\d+ times its first price; expected 0\.05 to 20/);
    expect(euro(simulator, 'BTC')).toBeGreaterThan(before * 0.05);
  });

  it('pays money in: by card at once, a coin when its network has confirmed it', async () => {
    const { simulator, venue } = opened();
    expect(simulator.deposit('EUR', dec('250.5'))).toMatch(/^a deposit of 250\.5 EUR is there/);
    expect(await total(venue, 'EUR')).toBe(1250.5);
    expect(simulator.deposit('BTC', dec('0.5'))).toMatch(/on its way/);
    expect(await total(venue, 'BTC')).toBe(1);
    await venue.advance(21_000);
    expect(await total(venue, 'BTC')).toBe(1.5);
  });

  it('lends, and takes back what was lent, but no more than is there', async () => {
    const { simulator, venue } = opened();
    simulator.lend('EUR', dec(500));
    expect(await total(venue, 'EUR')).toBe(1500);
    expect(
      simulator
        .report()
        .currencies.find(({ code }) => code === 'EUR')!
        .lent.toFixed(),
    ).toBe('500');
    simulator.lend('EUR', dec(0));
    expect(await total(venue, 'EUR')).toBe(1000);
  });

  it.each([
    ['EUR', '0.001', 'amount: expected at most 2 decimals, not 0.001'],
    ['BTC', '0.000000001', 'amount: expected at most 8 decimals'],
    ['BTC', '1000000001', 'amount: expected at most 1000000000'],
    ['NOPE', '1', 'the simulator has no NOPE'],
  ])('refuses %s %s', (currency, amount, why) => {
    const { simulator } = opened();
    expect(() => simulator.deposit(currency, dec(amount))).toThrow(why);
    expect(() => simulator.lend(currency, dec(amount))).toThrow(why);
    expect(simulator.report().deeds).toEqual([]);
  });

  it('keeps a bounded number of deeds', () => {
    const { simulator } = opened();
    for (let n = 0; n < 60; n++) simulator.chooseFaults('none');
    expect(simulator.report().deeds).toHaveLength(50);
  });

  it('holds deposits until each is decided, also when the hold has ended', async () => {
    const { simulator, venue } = opened();
    expect(simulator.hold('deposits', true)).toBe('deposits of coins are held from now on: each stays pending until it is decided by hand');
    simulator.deposit('BTC', dec('0.5'));
    simulator.deposit('BTC', dec('0.25'));
    await venue.advance(60_000);
    expect(await total(venue, 'BTC')).toBe(1);
    const { held, pending } = simulator.report();
    expect(held).toEqual(['deposits']);
    expect(pending).toMatchObject({ count: 2, rows: [{ kind: 'deposit', type: 'Crypto', by: 'Bitcoin', currency: 'BTC' }, {}] });
    simulator.hold('deposits', false);
    const [one, other] = pending.rows.toSorted((a, b) => a.amount.cmp(b.amount));
    expect(simulator.decide(other!.id, 'complete')).toBe(`the deposit ${other!.id} of 0.5 BTC is completed`);
    expect(simulator.decide(one!.id, 'decline')).toBe(`the deposit ${one!.id} of 0.25 BTC is declined`);
    expect(await total(venue, 'BTC')).toBe(1.5);
    expect(simulator.report()).toMatchObject({ held: [], pending: { count: 0, rows: [] } });
    expect(() => simulator.decide(one!.id, 'complete')).toThrow(`id: no deposit or withdrawal with the id ${one!.id} is pending`);
  });

  it('decides withdrawals and money at banks, to the last digit', async () => {
    const { simulator, venue } = opened();
    const { world } = venue.simulator;
    const bank = { country: 'DE', account: 'DE75512108001245126199', name: undefined };
    const leave = (): string => world.withdrawFiat({ amount: dec(100), currency: 'EUR', feeType: undefined, bank }).id;
    const arrive = (): string => world.depositFiat({ amount: dec(50), currency: 'EUR', method: 'card', lastCardDigits: undefined }).id;
    const [sent, kept] = [leave(), leave()];
    const [paid, refused] = [arrive(), arrive()];
    expect(
      simulator
        .report()
        .pending.rows.map(({ id, kind, by }) => `${id} ${kind} ${by}`)
        .toSorted(),
    ).toEqual([`${sent} withdrawal bank transfer`, `${kept} withdrawal bank transfer`, `${paid} deposit card`, `${refused} deposit card`]);
    for (const id of [sent, paid]) simulator.decide(id, 'complete');
    for (const id of [kept, refused]) simulator.decide(id, 'decline');
    expect(simulator.report().pending.count).toBe(0);
    expect(await total(venue, 'EUR')).toBe(1000 - 105 + 50);
  });

  it('lists a bounded number of what is pending, and says how many there are', () => {
    const { simulator } = opened();
    for (let n = 0; n < 60; n++) simulator.deposit('BTC', dec('0.1'));
    const { pending } = simulator.report();
    expect(pending.count).toBe(60);
    expect(pending.rows).toHaveLength(50);
  });

  it('changes what a network costs, and nothing that it has not', () => {
    const { simulator } = opened();
    expect(simulator.changeNetworkFee('USDT', 'TRX', dec('2.5'))).toBe('a withdrawal of USDT by TRX costs 2.5 USDT from now on');
    const tron = simulator.report().networks.find(({ currency, network }) => currency === 'USDT' && network === 'TRX')!;
    expect([tron.fee.toFixed(), tron.usual.toFixed(), tron.name]).toEqual(['2.5', '1', 'Tron (TRC20)']);
    expect(() => simulator.changeNetworkFee('BTC', 'TRX', dec(1))).toThrow('network: BTC has no network TRX; it has BTC');
    expect(() => simulator.changeNetworkFee('EUR', 'SEPA', dec(1))).toThrow(
      'network: EUR has no network SEPA; it has none, since it is no coin',
    );
    expect(() => simulator.changeNetworkFee('BTC', 'BTC', dec('0.000000001'))).toThrow('fee: expected at most 8 decimals');
  });

  it('sends notifications to this machine only, and keeps how each was answered', async () => {
    const answers = [503, 200];
    const { simulator, venue } = opened({ deliver: () => Promise.resolve(answers.shift()!) });
    expect(simulator.report().notifications).toEqual({ url: undefined, sent: [] });
    for (const url of ['http://192.0.2.7/n', 'ftp://127.0.0.1/n', 'http://a:b@127.0.0.1/n', 'http://127.0.0.1.example/n', 'here']) {
      expect(() => simulator.notifyFiatDeposits(url)).toThrow('url: expected an http address on this machine');
    }
    const url = 'http://127.0.0.1:7720/notify';
    simulator.notifyFiatDeposits(url);
    await venue.call('POST', '/v1/fiat/deposits/viban', { amount: 250, currency: 'EUR', clientIp: '203.0.113.7' });
    await venue.advance(1000);
    const sent = { url, state: 'delivered', attempts: [{ outcome: '503' }, { outcome: '200' }] };
    expect(simulator.report().notifications).toMatchObject({ url, sent: [sent] });
    simulator.notifyFiatDeposits(undefined);
    expect(simulator.report().notifications.url).toBeUndefined();
  });
});
