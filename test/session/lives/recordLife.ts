import { present } from '../../../src/base/assert.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatorOrder } from '../../../src/model/event.ts';
import { SessionWriter } from '../../../src/session/sessionWriter.ts';
import type { SessionStrategy } from '../../../src/session/recordedEngine.ts';
import type { SessionManifest } from '../../../src/session/sessionManifest.ts';
import { loadStrategy } from '../../../src/loading/strategyLoader.ts';
import { codeHash } from '../../../src/loading/codeHash.ts';
import { asItWas } from './asItWas.ts';
import type { CallFault, FaultedCall } from '../../../src/simulator/callFault.ts';
import { configured, type SimulatedWorld, simulatedWorld, type WorldOptions } from '../../daemon/simulatedWorld.ts';

/** A strategy of `strategies/` beside this, as a session's manifest has it. */
export type LifeStrategy = Pick<SessionStrategy, 'name' | 'use' | 'symbol' | 'params'>;

/** What happens in a world until its daemon is stopped for the last time. */
export interface Life {
  readonly strategies: readonly LifeStrategy[];
  readonly options: Partial<WorldOptions>;
  readonly fault?: ((call: FaultedCall) => CallFault | undefined) | undefined;
  /** Which of the daemon's lives is recorded, the first being 1. */
  readonly recorded: number;
  readonly play: (world: SimulatedWorld) => Promise<void>;
}

export function tell(world: SimulatedWorld, order: OperatorOrder): void {
  world.trader.post({ type: 'operator', order });
}

/** Plays a life against the simulator, under virtual time, and writes its session to the folder, which must not exist. */
export async function recordLife(folder: string, life: Life): Promise<void> {
  const { options, strategies, fault } = life;
  const loaded = strategies.map(asItWas).map(async ({ name, use, directory, symbol, params }) => {
    const { definition } = await loadStrategy(use, directory);
    return configured(name, present(symbol, 'symbol'), definition, params);
  });
  const database = mkdtempSync(join(tmpdir(), 'sluice-life-'));
  let lives = 0;
  let writer: SessionWriter | undefined;
  const world: SimulatedWorld = await simulatedWorld({
    seed: 1,
    database: join(database, 'sluice.sqlite'),
    ...options,
    strategies: await Promise.all(loaded),
    behaviour: { ...options.behaviour, fault },
    record: (clock) => {
      const number = ++lives;
      return (event, outputs, failure) => {
        if (number !== life.recorded) return;
        writer ??= new SessionWriter({ folder, manifest: manifestOf(world, strategies), clock, onTrouble: throwIt });
        writer.record(event, outputs, failure);
      };
    },
  });
  try {
    await life.play(world);
    await writer!.end('the life is over');
  } finally {
    await world.end();
    rmSync(database, { recursive: true });
  }
}

function manifestOf({ clock, engine }: SimulatedWorld, strategies: readonly LifeStrategy[]): SessionManifest {
  return {
    format: 1,
    startedAt: clock.now(),
    world: 'DEMO',
    venue: 'venue.test',
    pid: 1,
    versions: {},
    engine: {
      seed: String(engine.seed),
      replaces: engine.replaces,
      limits: engine.limits,
      strategies: strategies.map((one) => ({ ...one, directory: '/', code: codeOf(one) })),
    },
    settings: {},
  };
}

function codeOf(strategy: LifeStrategy): string {
  const { use, directory } = asItWas(strategy);
  return codeHash(use, directory);
}

function throwIt(message: string): never {
  throw new Error(message);
}
