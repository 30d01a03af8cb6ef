import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/settings/changeSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-change-'));
const file = join(folder, 'c.yaml');
const SOURCE = 'mode: demo\nrisk: { maxOpenOrders: 20 } # few\nlog: { level: info }\n';
beforeEach(() => writeFileSync(file, SOURCE));
afterAll(() => rmSync(folder, { recursive: true }));

const change = (edits: Readonly<Record<string, string>>, isDry = false) =>
  changeSettings(
    { file, env: {} },
    Object.entries(edits).map(([path, value]) => ({ path: path.split('.'), value })),
    isDry,
  );

describe('changeSettings', () => {
  it('writes all changes together, and says what differs', async () => {
    const { changes, difference } = await change({ 'risk.maxOpenOrders': '30', 'log.level': 'debug', 'risk.onStop': 'keep' });
    expect(changes).toEqual([
      { setting: 'risk.maxOpenOrders', before: '20', after: '30' },
      { setting: 'log.level', before: 'info', after: 'debug' },
      { setting: 'risk.onStop', before: undefined, after: 'keep' },
    ]);
    expect(difference).toEqual([
      '-risk: { maxOpenOrders: 20 } # few',
      '+risk: { maxOpenOrders: 30, onStop: keep } # few',
      '-log: { level: info }',
      '+log: { level: debug }',
    ]);
    expect(readFileSync(file, 'utf8')).toBe('mode: demo\nrisk: { maxOpenOrders: 30, onStop: keep } # few\nlog: { level: debug }\n');
  });

  it('writes nothing when it is only asked, or when one of them is wrong', async () => {
    await change({ 'log.level': 'debug' }, true);
    await expect(change({ 'log.level': 'debug', 'risk.maxOpenOrders': 'many' })).rejects.toThrow(`${file}:2:24  risk.maxOpenOrders`);
    expect(readFileSync(file, 'utf8')).toBe(SOURCE);
    expect(readdirSync(folder)).toEqual(['c.yaml']);
  });

  it('says that there is no such file', async () => {
    await expect(changeSettings({ file: join(folder, 'none.yaml'), env: {} }, [], false)).rejects.toMatchObject({ code: 'not-found' });
  });
});
