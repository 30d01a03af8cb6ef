import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type CountedBlock, ShadowFile } from '../../../src/daemon/shadow/shadowFile.ts';
import { sumsOf } from '../../../src/daemon/shadow/shadowStatus.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-shadow-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function settings(size: string): Promise<Settings> {
  const file = join(folder, `${size}.yaml`);
  writeFileSync(
    file,
    `strategies:\n  maker: { use: maker, symbol: BTC/EUR, budget: 500 EUR }\n  maker-2: { shadow: maker, params: { size: ${size} } }\n`,
  );
  return loadSettings({ file, env: {} });
}

const block = (hour: number, live?: number): CountedBlock => ({
  from: Date.UTC(2026, 10, 20, hour),
  to: Date.UTC(2026, 10, 20, hour + 1),
  champion: hour,
  challenger: 2 * hour,
  live,
});

it('what was counted goes on over restarts, of the very same two alone, whatever a crash has left', async () => {
  const [small, large] = [await settings('0.01'), await settings('0.02')];
  const file = new ShadowFile(folder, small, 'maker-2');
  expect(file.read()).toEqual([]);
  file.append(block(1, 0.5));
  file.append(block(2));
  appendFileSync(join(folder, 'shadow', 'maker-2.jsonl'), '{"pairing":"cut sh');
  expect(new ShadowFile(folder, small, 'maker-2').read()).toEqual([block(1, 0.5), block(2)]);
  expect(new ShadowFile(folder, large, 'maker-2').read()).toEqual([]);
});

it('after a line that was cut short, the next one is whole', async () => {
  const file = new ShadowFile(folder, await settings('0.01'), 'maker-2');
  file.append(block(3));
  expect(file.read().map(({ champion }) => champion)).toEqual([1, 2, 3]);
});

it('the demo forgets what was counted: its market begins anew', async () => {
  const file = new ShadowFile(folder, await settings('0.01'), 'maker-2');
  file.clear();
  file.clear();
  expect(file.read()).toEqual([]);
});

it('what the champion really earned is only summed up where it is known of each hour', () => {
  expect(sumsOf([block(1, 0.5), block(2, -2)])).toEqual({ hours: 2, champion: 3, challenger: 6, live: -1.5 });
  expect(sumsOf([block(1, 0.5), block(2)])).toEqual({ hours: 2, champion: 3, challenger: 6, live: undefined });
  expect(sumsOf([])).toEqual({ hours: 0, champion: 0, challenger: 0, live: undefined });
});
