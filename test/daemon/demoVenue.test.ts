import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
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

it('the market of the demo is calm, and thin when simulator.character says so', async () => {
  expect(await levelsWith('mode: demo\nsimulator: { seed: 7 }\n')).toBe(500);
  expect(await levelsWith('mode: demo\nsimulator: { seed: 7, character: thin }\n')).toBeLessThan(30);
});
