/**
 * Sessions of daemons, as they were written before the engine was built anew: they are still read, and replayed to the identical
 * commands. A strategy that changes on purpose is put beside them as it was, so that they need not be recorded again.
 *
 * `SLUICE_LIVES=write npx vitest run test/session/lives.test.ts` records those whose folder is not there.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replaySession } from '../../src/session/replay.ts';
import { readEnding } from '../../src/session/sessionEnding.ts';
import { sessionEngine } from '../../src/session/sessionEngine.ts';
import { readManifest } from '../../src/session/sessionManifest.ts';
import { decisionsOf } from '../../src/session/decisions.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { asItWas } from './lives/asItWas.ts';
import { LIVES } from './lives/lives.ts';
import { recordLife } from './lives/recordLife.ts';

const folderOf = (name: string): string => fileURLToPath(new URL(`lives/${name}`, import.meta.url));

describe('a life of a daemon that was recorded', () => {
  it.each(Object.entries(LIVES))('is replayed to the identical commands: %s', async (name, life) => {
    const folder = folderOf(name);
    if (!existsSync(folder) && process.env['SLUICE_LIVES'] === 'write') await recordLife(folder, life);
    const manifest = readManifest(folder);
    const { strategies } = manifest.engine;
    const { settings } = await sessionEngine({ ...manifest, engine: { ...manifest.engine, strategies: strategies.map(asItWas) } });
    const replay = replaySession(folder, settings);
    expect(replay).toMatchObject({ identical: true, difference: undefined, tear: undefined });
    expect(readEnding(folder)).toMatchObject({ how: 'ended', events: replay.events });
    expect(replay.commands).toBeGreaterThan(10);
  });

  it('holds all kinds of news, orders of a person and refusals between them', { tags: 'long' }, () => {
    const kinds = new Set(Object.keys(LIVES).flatMap((name) => [...kindsOf(folderOf(name))]));
    expect(KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

const KINDS = [
  ...['convert', 'halted', 'place', 'replace', 'cancel', 'request-quote', 'save-state', 'strategy-state', 'strategy-stopped'].map(decides),
  ...['budget', 'daily-loss', 'halted', 'lane-frozen', 'off-grid', 'order-value', 'price-collar', 'self-trade', 'symbol'].map(refuses),
  ...['cancel', 'convert', 'pause', 'place', 'replace', 'resume', 'stop'].map((type) => `operator ${type}`),
  ...['cancel-accepted', 'cancel-failed', 'converted', 'converted adopted', 'fill', 'intent-refused', 'intent-unknown'].map(reports),
  ...['lane-opened', 'order-closed', 'order-opened', 'order-opened adopted', 'order-replaced', 'quote-refused', 'quoted'].map(reports),
  ...['conversions', 'fills', 'order open', 'states'].map((part) => `restored ${part}`),
  'balances',
  'book',
  'pairs',
  'shutdown',
  'statistics',
  'timer',
];

function decides(type: string): string {
  return `decides ${type}`;
}

function refuses(rule: string): string {
  return `decides refused ${rule}`;
}

function reports(type: string): string {
  return `report ${type}`;
}

function kindsOf(folder: string): Set<string> {
  const kinds = new Set<string>();
  for (const { event, decisions } of new SessionReader(folder).steps()) {
    if (event.type === 'report')
      kinds.add(`report ${event.report.type}${'adopted' in event.report && event.report.adopted ? ' adopted' : ''}`);
    else if (event.type === 'operator') kinds.add(`operator ${event.order.type}`);
    else if (event.type === 'restored') {
      for (const { state } of event.orders) kinds.add(`restored order ${state}`);
      for (const part of ['fills', 'conversions'] as const) if (event[part].length > 0) kinds.add(`restored ${part}`);
      if (Object.keys(event.states ?? {}).length > 0) kinds.add('restored states');
    } else kinds.add(event.type);
    for (const decision of decisionsOf(decisions)) kinds.add(['decides', decision.type, decision['rule']].filter(Boolean).join(' '));
  }
  return kinds;
}
