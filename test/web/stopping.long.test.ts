import { afterAll, beforeAll, expect, it } from 'vitest';
import { sluice } from '../cli/processes.ts';
import { until } from '../until.ts';
import { expectAccessible } from './browser.ts';
import { alive, DemoDashboard, hold, holdKey, goTo, tabTo } from './demoDashboard.ts';

interface Told {
  readonly trading: string;
  readonly stops: readonly { readonly scope: string; readonly state: string }[];
  readonly openOrders: number;
  readonly strategies: readonly { readonly name: string; readonly position: string }[];
}

/** As far from the market as they rest until somebody cancels them. */
const FAR = [
  ['BTC/EUR', '0.001', '58700'],
  ['ETH/EUR', '0.05', '2070'],
] as const;

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const told = (): Promise<Told> => demo.json<Told>('status');
const openIds = async (): Promise<string[]> => (await demo.json<{ readonly id: string }[]>('orders', 'list')).map(({ id }) => id);

/** Places what rests far from the market. Returns its ids. */
async function placeFar(): Promise<string[]> {
  const ids: string[] = [];
  for (const [symbol, amount, price] of FAR) {
    const order = ['--symbol', symbol, '--side', 'Buy', '--amount', amount, '--price', price];
    ids.push((await demo.json<{ readonly orderId: string }>('orders', 'place', ...order, '--yes')).orderId);
  }
  return ids;
}

it('Cancel all cancels every order at the venue, and strategies that run place theirs anew', async (context) => {
  const ours = await placeFar();
  const { page, faults } = await demo.openWithClock(context);
  await goTo(page, 'orders');
  await page.locator('tr[data-row]').filter({ hasText: '2,070' }).waitFor();
  await hold(page, page.getByRole('button', { name: /^Hold: cancel all \d+ orders$/ }), 1600);
  await page.getByText('The cancels of all orders were sent').waitFor();
  await until(async () => (await openIds()).every((id) => !ours.includes(id)));
  await page.locator('tr[data-row]').filter({ hasText: '2,070' }).waitFor({ state: 'detached' });
  await until(async () => (await openIds()).length > 0);
  expect(await told()).toMatchObject({ trading: 'active', stops: [] });
  expect(faults).toEqual([]);
});

it('each stage of Stop is reached and held by keyboard alone, does at the daemon what it says, and is armed again', async (context) => {
  const ours = await placeFar();
  await until(async () => (await told()).strategies.some(({ position }) => Number(position) !== 0));
  const { page, faults } = await demo.openWithClock(context);
  const stage = (name: RegExp) => page.locator('.sheet').getByRole('button', { name });

  await page.keyboard.press('Shift+S');
  await tabTo(page, stage(/^Hold: no new orders/));
  await holdKey(page, 1000);
  expect(await told(), 'a short hold does nothing').toMatchObject({ trading: 'active', stops: [] });
  await holdKey(page, 1600);
  await alive(page, 'Halted');
  expect(await told()).toMatchObject({ trading: 'halted', stops: [{ scope: 'all', state: 'halted' }] });
  expect(await openIds(), 'orders stay open').toEqual(expect.arrayContaining(ours));
  const refused = await sluice([
    'orders',
    'place',
    '--symbol',
    'BTC/EUR',
    '--side',
    'Buy',
    '--amount',
    '0.001',
    '--price',
    '58600',
    '--yes',
    '--state',
    demo.state,
  ]);
  expect(refused.stderr).toContain('halted');

  await tabTo(page, stage(/^Hold: halt, and cancel (?:all )?\d+ orders?/));
  await holdKey(page, 1600, 'Space');
  await until(async () => (await openIds()).length === 0);
  await stage(/^Hold: halt, and cancel 0 orders/).waitFor();
  expect(await told()).toMatchObject({ trading: 'halted', openOrders: 0 });

  await tabTo(page, stage(/^Hold: flatten \d positions?, .+, at the market$/));
  await holdKey(page, 1600);
  // While it closes, it is reducing; then it is halted again.
  await until(
    told,
    ({ strategies, trading }) => trading === 'halted' && strategies.every(({ position }) => Math.abs(Number(position)) < 0.001),
  );
  await alive(page, 'Halted');
  expect(await told()).toMatchObject({ openOrders: 0, stops: [{ scope: 'all', state: 'halted' }] });
  await expectAccessible(page);

  await tabTo(page, stage(/^Hold: arm again/));
  await holdKey(page, 1600, 'Space');
  await alive(page, 'Running');
  expect(await told()).toMatchObject({ trading: 'active', stops: [] });
  // What has armed it is gone, and the keyboard goes on inside the menu.
  expect(await page.evaluate('document.activeElement.closest(".sheet") !== null')).toBe(true);
  await until(async () => (await openIds()).length > 0);
  expect(faults).toEqual([]);
});
