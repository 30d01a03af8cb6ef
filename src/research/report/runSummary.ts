import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault, messageOf } from '../../base/fault.ts';
import type { Band } from '../runRecord.ts';

/** What a run's folder says about the run, without its series: inputs and results. */
export interface RunSummary {
  readonly folder: string;
  readonly id: string;
  readonly currency: string;
  /** All inputs by their path: `data.BTC/EUR`, `strategies.btc-maker.params.size`. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly metrics: MetricsOnDisk;
}

export type MetricsOnDisk = z.infer<typeof metricsSchema>;

/** Reads the folder of a run. Throws a `Fault` `not-found` that names the file that is missing or wrong. */
export async function readRunSummary(folder: string): Promise<RunSummary> {
  const manifest = await readChecked(folder, 'manifest.json', manifestSchema);
  const metrics = await readChecked(folder, 'metrics.json', metricsSchema);
  const { id, strategies, ...rest } = manifest;
  const named = Object.fromEntries(strategies.map(({ name, ...strategy }) => [name, strategy]));
  return { folder, id, currency: manifest.currency, inputs: new Map(leavesOf({ ...rest, strategies: named })), metrics };
}

const figures = z.record(z.string(), z.number().nullable());
const bandSchema = z.object({
  metrics: figures,
  because: z.record(z.string(), z.string()),
  hold: figures,
  fees: z.record(z.string(), z.string()),
});
const madeSchema = z.object({ profit: z.string().nullable() });
const metricsSchema = z.object({
  bands: z.object({ pessimistic: bandSchema, fitted: bandSchema, optimistic: bandSchema } satisfies Record<Band, unknown>),
  // Runs of an older version have no answers.
  answers: z.object({ strategies: z.array(z.object({ pessimistic: madeSchema, fitted: madeSchema, optimistic: madeSchema })) }).optional(),
  about: z.record(
    z.string(),
    z.object({ label: z.string(), group: z.string(), unit: z.enum(['fraction', 'ratio', 'count', 'days', 'bps', 'currency']) }),
  ),
});
const manifestSchema = z.looseObject({
  id: z.string(),
  currency: z.string(),
  strategies: z.array(z.looseObject({ name: z.string() })),
});

async function readChecked<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T> {
  const path = join(folder, name);
  const suggestion = 'name a folder that `sluice backtest` made, or make it again';
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') : messageOf(error);
    throw new Fault('not-found', `${folder} is not a complete run: ${name} can't be read: ${why}`, { cause: error, suggestion });
  }
}

/** Every value with its path. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, path === '' ? key : `${path}.${key}`));
}
