import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VirtualClock } from '../../src/base/virtualClock.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { SessionManifest } from '../../src/session/sessionManifest.ts';
import { SessionWriter } from '../../src/session/sessionWriter.ts';
import dca from '../../strategies/dca.ts';
import grid from '../../strategies/grid.ts';
import maker from '../../strategies/maker.ts';
import { configured, type SimulatedWorld, simulatedWorld, type WorldOptions } from '../daemon/simulatedWorld.ts';

/** The strategies of most sessions here: quotes, a ladder, conversions. */
export function threeStrategies(): StrategySettings[] {
  return [
    configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' }),
    configured('grid', 'ETH/EUR', grid, { levels: '3', stepBps: '8', size: '0.1' }),
    configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
  ];
}

export interface RecordedSession {
  readonly folder: string;
  /** What the engine was built from. */
  readonly engine: EngineSettings;
  readonly trouble: readonly string[];
  readonly events: number;
  readonly commands: number;
}

/** Lets the daemon's loop trade against the simulator for so long, under virtual time, and write its session. Then people do what `hands` says. */
export async function recordedSession(
  folder: string,
  options: WorldOptions,
  ms: number,
  hands?: (world: SimulatedWorld) => Promise<void>,
): Promise<RecordedSession> {
  const trouble: string[] = [];
  const counts = { events: 0, commands: 0 };
  let writer: SessionWriter | undefined;
  const world = await simulatedWorld({
    ...options,
    record: (clock) => {
      writer = sessionWriter(folder, clock, trouble);
      return (event, outputs, failure) => {
        counts.events++;
        counts.commands += outputs.filter((output) => 'decidedAt' in output).length;
        writer!.record(event, outputs, failure);
      };
    },
  });
  await world.start();
  await world.pass(ms);
  await hands?.(world);
  await world.stop('cancel');
  await writer!.end('the test is over');
  await world.end();
  return { folder, engine: world.engine, trouble, ...counts };
}

export function sessionWriter(folder: string, clock: VirtualClock, trouble: string[]): SessionWriter {
  return new SessionWriter({ folder, manifest: manifestAt(clock.now()), clock, onTrouble: (message) => trouble.push(message) });
}

/** A manifest for sessions whose engine the test builds itself. */
export function manifestAt(startedAt: number): SessionManifest {
  const limits = {
    symbols: [],
    maxOrderValue: undefined,
    maxOpenOrders: undefined,
    priceCollar: undefined,
    staleAfterMs: 5000,
    maxOrdersPerMinute: undefined,
    maxDailyLoss: undefined,
    budgets: {},
  };
  const engine = { seed: '1', replaces: true, limits, strategies: [] };
  return { format: 1, startedAt, world: 'DEMO', venue: 'venue.test', pid: process.pid, versions: {}, engine, settings: {} };
}

export function temporaryFolder(): { readonly path: string; at(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-session-'));
  return { path, at: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
