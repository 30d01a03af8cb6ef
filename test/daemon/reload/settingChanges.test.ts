import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DescribedConfig, describedConfig } from '../../../src/daemon/reload/describedConfig.ts';
import { settingChanges } from '../../../src/daemon/reload/settingChanges.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'setting-changes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A configuration whose secret is in a file. */
async function withSecret(secret: string): Promise<DescribedConfig> {
  const file = join(folder, 'live.yaml');
  writeFileSync(join(folder, 'secret'), secret, { mode: 0o600 });
  const exchange = '{ url: "https://venue.example", key: "${file:secret}", secret: "${file:secret}" }';
  writeFileSync(file, `mode: live\nvenue: { exchange: ${exchange} }\nrisk: { maxOrderValue: 100 EUR, maxDailyLoss: 10 EUR }\n`);
  return describedConfig(await loadSettings({ file, env: {} }), []);
}

describe(settingChanges.name, () => {
  it('a secret with other letters of the same number needs a restart, and is not shown', async () => {
    const [before, after] = [await withSecret('a'.repeat(64)), await withSecret('b'.repeat(64))];
    const rows = settingChanges(before, after, 'LIVE');
    const shown = 'set (file secret, 64 chars)';
    expect(rows).toEqual(
      ['key', 'secret'].map((name) => ({
        setting: `venue.exchange.${name}`,
        before: shown,
        after: `another one, ${shown}`,
        takesEffect: 'restart',
      })),
    );
    expect(JSON.stringify(rows)).not.toMatch(/aaaa|bbbb/);
  });

  it('the same secret is no change', async () => {
    expect(settingChanges(await withSecret('a'.repeat(64)), await withSecret('a'.repeat(64)), 'LIVE')).toEqual([]);
  });
});
