import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { Secret } from '../../src/base/secret.ts';
import { venueAccess } from '../../src/daemon/venueAccess.ts';
import { demoVenue } from '../../src/daemon/demoVenue.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
afterAll(() => rmSync(cwd, { recursive: true }));

async function levelsWith(text: string): Promise<number> {
  writeFileSync(join(cwd, 'demo.yaml'), text);
  const venue = await demoVenue(await loadSettings({ file: 'demo.yaml', cwd, env: {} }), systemClock);
  const { bids, asks } = await venue.client.book.get({ symbol: 'BTC/EUR', depth: 250 });
  await venue.close();
  return bids.length + asks.length;
}

it('a person may act on the simulator of the demo, and on no venue that is reached in any other way', async () => {
  writeFileSync(join(cwd, 'demo.yaml'), 'mode: demo\nsimulator: { seed: 7 }\n');
  const settings = await loadSettings({ file: 'demo.yaml', cwd, env: {} });
  const demo = await demoVenue(settings, systemClock);
  expect(demo.simulator!.report().faults.profile).toBe('none');
  const secret = new Secret('c2VjcmV0');
  const account = { url: `http://${demo.host}`, key: secret, secret, balancesPath: '/v1/balances', isKeyless: false };
  const same = venueAccess(settings, account, systemClock);
  expect(same.simulator).toBeUndefined();
  await same.close();
  await demo.close();
});

it('the market of the demo is calm, and thin when simulator.character says so', async () => {
  expect(await levelsWith('mode: demo\nsimulator: { seed: 7 }\n')).toBe(500);
  expect(await levelsWith('mode: demo\nsimulator: { seed: 7, character: thin }\n')).toBeLessThan(30);
});
