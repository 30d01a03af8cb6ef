import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localTransfers } from '../../src/cli/localTransfers.ts';
import { endAll, type Env, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type UnreliableProxy, unreliableProxy } from './unreliableProxy.ts';

const folder = temporaryFolder();
let proxy: UnreliableProxy;
let env: Env;

beforeAll(async () => {
  const simulator = await startSimulator();
  proxy = await unreliableProxy(simulator.url);
  env = { ...simulator.env, ...simulator.processing, SLUICE_EXCHANGE_URL: proxy.url, SLUICE_PROCESSING_URL: proxy.url };
});

afterAll(async () => {
  await endAll();
  await proxy.close();
  folder.remove();
});

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const WITHDRAW = '/v2/withdrawals';
const PAY_OUT = '/v2/payout-intents';
const TO = ['--networkCode', 'ETH', '--currency', 'ETH', '--amount', '0.1', '--destinationAddress', ADDRESS];
const PAYOUT = ['--networkCode', 'ETH', '--currencyFrom', 'EUR', '--amountFrom', '100', '--currencyTo', 'USDT', '--address', ADDRESS];
const withdraw = (...more: string[]): string[] => ['api', 'exchange.withdrawals.create', '--yes', ...TO, ...more];
const payOut = (...more: string[]): string[] => ['api', 'processing.payouts.create', '--yes', ...PAYOUT, ...more];
const at = (state: string): Env => ({ ...env, SLUICE_STATE: folder.path(state), SLUICE_ACCOUNTS: folder.path(`${state}-accounts`) });
const posts = (path: string): number => proxy.seen.filter((seen) => seen === `POST ${path}`).length;

async function losing<T>(path: string, fate: 'lose-answer' | 'lose-request', work: () => Promise<T>): Promise<T> {
  proxy.fate = (method, asked) => (method === 'POST' && asked === path ? fate : 'pass');
  const ended = await work();
  proxy.fate = () => 'pass';
  return ended;
}

async function unresolved(state: string): Promise<{ readonly id: string }[]> {
  const { stdout } = await sluice(['orders', 'unresolved', '-o', 'json'], at(state));
  return JSON.parse(stdout) as { readonly id: string }[];
}

describe(`${localTransfers.name}: a withdrawal or payout of sluice api`, () => {
  it('gets a reference that is told before it is sent, and is in the journal', async () => {
    const { code, stdout, stderr } = await sluice(withdraw(), at('plain'));
    const made = /made here, to find it again by: referenceId (\w{26})/.exec(stderr)?.[1];
    expect({ code, stderr, made }).toMatchObject({ code: 0, made: expect.any(String) as string });
    expect(JSON.parse(stdout)).toMatchObject({ referenceId: made });
    const again = await sluice(withdraw('--referenceId', made!), at('plain'));
    expect(again.code).toBe(7);
    expect(again.stderr).toMatch(/the reference of withdrawal \w{26} was used before: transfer .* is acknowledged, \d+\. Nothing is sent/);
  });

  it('whose answer is lost is found by the next command, which sends nothing twice', async () => {
    const before = posts(WITHDRAW);
    const lost = await losing(WITHDRAW, 'lose-answer', () => sluice(withdraw('--referenceId', 'found'), at('found')));
    expect(lost.code).toBe(8);
    expect(lost.stderr).toContain("don't send it again: it is looked for");
    expect(await unresolved('found')).toMatchObject([
      { state: 'unknown', lane: `withdrawal ETH ETH ${ADDRESS.toLowerCase()}`, atRisk: '0.1 ETH' },
    ]);
    const again = await sluice(withdraw('--referenceId', 'found'), at('found'));
    expect(again.code).toBe(7);
    expect(again.stderr).toContain('was found: it is');
    expect(again.stderr).toContain('is adopted');
    expect(await unresolved('found')).toEqual([]);
    expect(posts(WITHDRAW) - before).toBe(1);
  });

  it('that never arrived is decided by a person, who is shown what that means', async () => {
    const before = posts(PAY_OUT);
    const lost = await losing(PAY_OUT, 'lose-request', () => sluice(payOut('--customOrderId', 'order-17'), at('decided')));
    expect(lost.code).toBe(8);
    const [row] = await unresolved('decided');
    expect(row).toMatchObject({ state: 'unknown', atRisk: '100 EUR' });
    const other = await sluice(payOut('--customOrderId', 'order-18'), at('decided'));
    expect(other.code).toBe(7);
    expect(other.stderr).toContain('an earlier one to the same place is not settled');
    const resolve = (...more: string[]) => sluice(['orders', 'resolve', row!.id, ...more], at('decided'));
    const unconfirmed = await resolve('--not-placed');
    expect(unconfirmed.code).toBe(9);
    expect(unconfirmed.stderr).toContain('make sure that the venue has nothing of it');
    expect((await resolve('--adopt', '16fd2706-8baf-433b-82eb-8c7fada847da', '--yes')).code).toBe(3);
    expect(await resolve('--not-placed', '--yes')).toMatchObject({ code: 0, stdout: `not-placed  intentId ${row!.id}\n` });
    expect((await sluice(payOut('--customOrderId', 'order-17'), at('decided'))).code).toBe(0);
    expect(posts(PAY_OUT) - before).toBe(2);
  });

  it('of a command that is killed is looked for by whoever comes next', async () => {
    const before = posts(WITHDRAW);
    const reached = Promise.withResolvers<void>();
    proxy.fate = (method, path) => {
      if (method !== 'POST' || path !== WITHDRAW) return 'pass';
      reached.resolve();
      return 'lose-answer';
    };
    const sending = start(withdraw('--referenceId', 'killed'), at('killed'));
    await Promise.race([reached.promise, sending.ended]);
    sending.kill('SIGKILL');
    await sending.ended;
    proxy.fate = () => 'pass';
    const next = await sluice(['orders', 'list', '-o', 'json'], at('killed'));
    expect(next.code).toBe(0);
    const again = await sluice(withdraw('--referenceId', 'killed'), at('killed'));
    expect(again.code).toBe(7);
    expect(again.stderr).toMatch(/was used before/);
    expect(posts(WITHDRAW) - before).toBe(1);
  });

  it('is refused while another process owns the journal of the account', async () => {
    const daemon = start(['run', '--plain'], at('owned'));
    await daemon.until('running');
    const elsewhere = { ...at('owned'), SLUICE_STATE: folder.path('elsewhere') };
    const before = posts(WITHDRAW);
    const { code } = await sluice(withdraw(), elsewhere);
    expect([code, posts(WITHDRAW) - before]).toEqual([7, 0]);
    daemon.kill('SIGINT');
    await daemon.ended;
  });
});

describe('an order of sluice api', () => {
  const ORDERS = '/v1/spot-trading/orders';
  const terms = (price: string): string[] => ['--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.001', '--price', price];
  const place = (...more: string[]): string[] => ['api', 'exchange.orders.place', '--type', 'Limit', ...terms('50000'), ...more];

  it('is refused with the command that goes by journal and checks, and asked for where it is meant as it is', async () => {
    const before = posts(ORDERS);
    const refused = await sluice(place('--yes', '-o', 'json'), at('past'));
    expect(refused.code).toBe(7);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: 'refused',
      outcome: 'not-sent',
      suggestion:
        'use `sluice orders place --symbol BTC/EUR --type Limit --side Buy --amount 0.001 --price 50000`; with --raw and --yes it is sent as it is',
    });
    const replaced = await sluice(['api', 'exchange.orders.replace', '--orderId', '1', '--amount', '2', '--yes'], at('past'));
    expect(replaced.stderr).toContain('`sluice orders replace 1 --amount 2`');
    const [from, to] = [
      ['--fromCurrency', 'EUR', '--fromAmount', '5'],
      ['--toCurrency', 'BTC', '--toAmount', '1'],
    ];
    const converted = await sluice(['api', 'exchange.conversions.execute', '--id', 'x', ...from, ...to, '--yes'], at('past'));
    expect(converted.stderr).toContain('`sluice convert execute --from EUR --to BTC --from-amount 5`');
    expect((await sluice(place('--raw'), at('past'))).code).toBe(9);
    expect((await sluice(['api', 'raw', 'POST', ORDERS, '--body', '{}'], at('past'))).code).toBe(9);
    expect(posts(ORDERS) - before).toBe(0);
  });

  it('whose answer is lost is unknown, by name or by path, and the same command sends no second one', async () => {
    const before = posts(ORDERS);
    const lost = await losing(ORDERS, 'lose-answer', () => sluice(place('--raw', '--yes'), at('raw-order')));
    expect(lost.code).toBe(8);
    const [row] = await unresolved('raw-order');
    expect(row).toMatchObject({ lane: 'order BTC/EUR', state: 'unknown' });
    const body = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":50000}';
    for (const again of [place('--raw', '--yes'), ['api', 'raw', 'POST', ORDERS, '--body', body, '--yes']]) {
      const { code, stderr } = await sluice(again, at('raw-order'));
      expect([code, stderr]).toEqual([7, expect.stringContaining('an earlier one to the same place is not settled')]);
    }
    expect(posts(ORDERS) - before).toBe(1);
    expect(await unresolved('raw-order')).toMatchObject([{ id: row!.id, state: 'quarantined' }]);
    expect((await sluice(['orders', 'resolve', row!.id, '--not-placed', '--yes'], at('raw-order'))).code).toBe(0);
    expect((await sluice(place('--raw', '--yes'), at('raw-order'))).code).toBe(0);
    expect(await unresolved('raw-order')).toEqual([]);
  });
});
