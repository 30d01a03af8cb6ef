import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { engineSettingsOf } from '../../src/loading/engineSettings.ts';
import { beginSession } from '../../src/session/beginSession.ts';
import { sessionEngine } from '../../src/session/sessionEngine.ts';
import { readManifest, sessionManifest, writeManifest } from '../../src/session/sessionManifest.ts';
import { newSessionFolder, storedSessions } from '../../src/session/sessions.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { checkParams, configuredStrategies } from '../../src/loading/strategyParams.ts';
import { strategyTemplate } from '../../src/loading/strategyTemplate.ts';
import { sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const STARTED = Date.UTC(2026, 10, 20, 10);

async function settingsOf(yaml: string): Promise<Settings> {
  const file = folder.at('config.yaml');
  writeFileSync(file, yaml);
  return loadSettings({ file, env: { MY_KEY: 'a-key-of-mine', MY_SECRET: 'c2VjcmV0' }, checkParams });
}

const CONFIG = `mode: live
venue:
  exchange: { url: 'https://api.example.com', key: '\${env:MY_KEY}', secret: '\${env:MY_SECRET}' }
risk: { maxOrderValue: 500.50 EUR, maxDailyLoss: 150 EUR, priceCollar: 2.5%, maxOpenOrders: 20 }
strategies:
  bundled: { use: maker, symbol: BTC/EUR, budget: 2000 EUR, params: { spreadBps: 22.5, size: 0.004 } }
  own: { use: ./mine.ts, symbol: ETH/EUR, budget: 300 EUR, params: { size: 0.1 } }
`;

async function manifested(settings: Settings) {
  const strategies = await configuredStrategies(settings);
  const engine = { ...engineSettingsOf(settings, strategies), seed: '7:1' };
  return { engine, facts: { settings, engine, strategies, world: 'LIVE', venue: 'api.example.com', startedAt: STARTED } };
}

describe('the manifest of a session', () => {
  it('gives back the very engine that the daemon had, and holds no secret', async () => {
    writeFileSync(folder.at('mine.ts'), strategyTemplate('Mine.'));
    const { engine, facts } = await manifested(await settingsOf(CONFIG));
    writeManifest(folder.path, sessionManifest(facts));
    const text = readFileSync(join(folder.path, 'manifest.json'), 'utf8');
    expect(text).not.toMatch(/a-key-of-mine|c2VjcmV0/);
    expect(text).toContain('"maxOrderValue":"500.5 EUR"');
    const again = await sessionEngine(readManifest(folder.path));
    expect(again.changedCode).toEqual([]);
    expect(again.settings).toEqual(engine);
  });

  it('tells whose code has changed since, and takes it as it is now', async () => {
    const manifest = readManifest(folder.path);
    writeFileSync(folder.at('mine.ts'), strategyTemplate('Mine, changed.'));
    expect((await sessionEngine(manifest)).changedCode).toEqual(['own']);
  });

  it('takes another configuration with the session’s seed', async () => {
    const settings = await settingsOf(CONFIG.replace('22.5', '30'));
    const { settings: engine } = await sessionEngine(readManifest(folder.path), settings);
    expect(engine.seed).toBe('7:1');
    expect(engine.strategies[0]!.params['spreadBps']).toEqual(dec('30'));
  });

  it('explains a parameter that the code no longer has', async () => {
    const manifest = readManifest(folder.path);
    const [first, ...others] = manifest.engine.strategies;
    const changed = {
      ...manifest,
      engine: { ...manifest.engine, strategies: [{ ...first!, params: { ...first!.params, gone: '1' } }, ...others] },
    };
    await expect(sessionEngine(changed)).rejects.toMatchObject({
      code: 'strategy',
      message: expect.stringContaining('parameter gone') as string,
    });
  });

  it('says whose code is gone, and what may be done', async () => {
    const manifest = readManifest(folder.path);
    const strategies = manifest.engine.strategies.map((one) => ({ ...one, use: one.name === 'own' ? './gone.ts' : one.use }));
    await expect(sessionEngine({ ...manifest, engine: { ...manifest.engine, strategies } })).rejects.toMatchObject({
      code: 'strategy',
      message: expect.stringMatching(/^own of the session can't be loaded: there is no file .*gone\.ts$/) as string,
      suggestion: expect.stringContaining('-c FILE') as string,
    });
  });

  it.each(['null', '{}', '[]', '5', '{"format":1}', '{"format":1,"startedAt":1,"pid":2,"engine":{}}'])('of %s is none', (text) => {
    writeFileSync(folder.at('manifest.json'), text);
    expect(() => readManifest(folder.path)).toThrow(
      expect.objectContaining({ code: 'store', message: expect.stringContaining('is not a session: its manifest.json') as string }),
    );
  });

  it('of a newer format is not read', () => {
    writeFileSync(folder.at('manifest.json'), '{"format":2}');
    expect(() => readManifest(folder.path)).toThrow('format 2');
  });
});

describe('a session that begins', () => {
  const clock = new VirtualClock(STARTED);

  it('is not written when the configuration says so', async () => {
    const { facts } = await manifested(await settingsOf(`${CONFIG}session: { write: false }\n`));
    expect(beginSession(folder.at('off'), facts, clock, () => undefined)).toBeUndefined();
    expect(storedSessions(folder.at('off'))).toEqual([]);
  });

  it('does not keep a daemon from trading when it can’t be written', async () => {
    const { facts } = await manifested(await settingsOf(CONFIG));
    writeFileSync(folder.at('full'), 'a file where the folder should be');
    const trouble: string[] = [];
    expect(beginSession(folder.at('full'), facts, clock, (message) => trouble.push(message))).toBeUndefined();
    expect(trouble).toEqual([expect.stringMatching(/^no session is written: .*ENOTDIR/)]);
  });

  it('is written though an old one can not be seen to', async () => {
    const { facts } = await manifested(await settingsOf(CONFIG));
    const state = folder.at('stuck');
    const dead = newSessionFolder(state, STARTED - 1000);
    sessionWriter(dead, clock, []);
    mkdirSync(join(dead, 'end.json.tmp'));
    const trouble: string[] = [];
    const writer = beginSession(state, facts, clock, (message) => trouble.push(message));
    expect(trouble).toEqual([expect.stringMatching(/^a session that did not end could not be marked: .*EISDIR/)]);
    expect(storedSessions(state)).toHaveLength(2);
    await writer!.end('over');
  });

  it('makes room by removing the old ones also where one that died can not be seen to, as on a full disk', async () => {
    const { facts } = await manifested(await settingsOf(CONFIG));
    const state = folder.at('stuck-and-old');
    const then = new VirtualClock(STARTED - 1000 * 86_400_000);
    const old = newSessionFolder(state, then.now());
    await sessionWriter(old, then, []).end('over');
    const yesterday = new VirtualClock(STARTED - 86_400_000);
    const dead = newSessionFolder(state, yesterday.now());
    sessionWriter(dead, yesterday, []);
    mkdirSync(join(dead, 'end.json.tmp'));
    const trouble: string[] = [];
    const writer = beginSession(state, facts, clock, (message) => trouble.push(message));
    await writer!.end('over');
    expect(trouble).toEqual([expect.stringMatching(/EISDIR/)]);
    expect(existsSync(old)).toBe(false);
  });
});
