import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Decimal } from '../src/base/decimal.ts';
import type { EngineSettings } from '../src/engine/engineState.ts';
import { engineSettings, type LiveRecording, liveRecording, type LiveRunOptions } from './liveRecording.ts';

/** Decimals are marked by the only name that they have, since a file knows no classes. */
const DECIMAL = '$decimal';

/** By whether quotes are far from the touch, and whether anybody trades. */
const engines = new Map<string, EngineSettings>();

/**
 * What a daemon was shown of a market, from a folder where it has been kept, or lived through and kept there. A live run takes
 * thirty to fifty times as long as the backtests of it, so that a change of the fill model alone is tried in seconds. A
 * folder does not outlast a change of the daemon, the simulator or the strategies.
 */
export async function keptLive(folder: string | undefined, options: LiveRunOptions): Promise<LiveRecording> {
  if (folder === undefined) return liveRecording(options);
  mkdirSync(folder, { recursive: true });
  const { seed, isWide = false, trades = true } = options;
  const path = join(folder, `${nameOf(options)}.v8`);
  if (!existsSync(path)) {
    const { engine: _, ...live } = await liveRecording(options);
    const made = `${path}.${process.pid}`;
    writeFileSync(made, serialize(packed(live)));
    renameSync(made, path);
  }
  const kind = `${isWide} ${trades}`;
  const engine = engines.get(kind) ?? (await engineSettings(options));
  engines.set(kind, engine);
  const kept = unpacked(deserialize(readFileSync(path))) as Omit<LiveRecording, 'engine'>;
  return { ...kept, engine: { ...engine, seed } };
}

function nameOf(options: LiveRunOptions): string {
  const { seed, minutes, booksMs, latencyMs, character, trouble, isWide = false, trades = true } = options;
  return [
    character,
    trouble,
    `${minutes}m`,
    `${booksMs}ms`,
    `${latencyMs}ms`,
    isWide ? 'wide' : 'near',
    trades ? 'traded' : 'watched',
    seed,
  ].join('-');
}

function packed(value: unknown): unknown {
  return Decimal.isDecimal(value) ? { [DECIMAL]: value.toString() } : mapped(value, packed);
}

function unpacked(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && DECIMAL in value) return new Decimal(String(value[DECIMAL]));
  return mapped(value, unpacked);
}

/** The same with each member changed. */
function mapped(value: unknown, change: (member: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(change);
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [change(key), change(member)]));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
