import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault, messageOf } from '../base/fault.ts';
import { DAY_MS, isoOf } from '../base/instant.ts';
import { readRunSummary } from '../research/report/runSummary.ts';
import { byBand } from '../research/runRecord.ts';
import { madeIn, strategiesOf } from '../research/storedRuns/runList.ts';
import type { RunView } from './contract/controlReplies.ts';

const bandSchema = z.object({ warnings: z.array(z.string()).default([]) });

const MADE = { name: 'made', label: 'Made by the Strategies', group: 'returns', unit: 'currency' } as const;
/** The groups of figures that count days. The whole of a run of minutes would be one day in them. */
const OF_DAYS: ReadonlySet<string> = new Set(['days', 'periods']);

/** What a page shows of a run. Rejects with `not-found` where it is not complete. */
export async function runView(folder: string): Promise<RunView> {
  const summary = await readRunSummary(folder);
  const { id, currency, inputs, metrics } = summary;
  const [from, to] = [timeIn(inputs, 'from'), timeIn(inputs, 'to')];
  const isLessThanADay = Date.parse(to) - Date.parse(from) < DAY_MS;
  const figures = Object.entries(metrics.about).map(([name, about]) => ({
    name,
    ...about,
    ...(name === 'profit' && { label: 'Profit of the Account, with what it held' }),
    bands: byBand((band) => (isLessThanADay && OF_DAYS.has(about.group) ? null : (metrics.bands[band].metrics[name] ?? null))),
  }));
  const made = { ...MADE, bands: byBand((band) => madeIn(summary, band)) };
  return {
    id,
    folder,
    currency,
    strategies: strategiesOf(summary),
    from,
    to,
    inputs: Object.fromEntries(inputs),
    figures: [made, ...figures],
    warnings: await warningsOf(folder),
  };
}

function timeIn(inputs: ReadonlyMap<string, string>, name: 'from' | 'to'): string {
  const at = Number(inputs.get(name));
  if (Number.isSafeInteger(at)) return isoOf(at);
  throw new Fault('not-found', `manifest.json: ${name} is no time in milliseconds`);
}

async function warningsOf(folder: string): Promise<readonly string[]> {
  const path = join(folder, 'fitted', 'band.json');
  try {
    return bandSchema.parse(JSON.parse(await readFile(path, 'utf8'))).warnings;
  } catch (error) {
    throw new Fault('not-found', `${path} can't be read: ${messageOf(error)}`, { cause: error });
  }
}
