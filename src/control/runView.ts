import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault, messageOf } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { readRunSummary } from '../research/report/runSummary.ts';
import { byBand } from '../research/runRecord.ts';
import { strategiesOf } from '../research/storedRuns/runList.ts';
import type { RunView } from './contract/controlReplies.ts';

const bandSchema = z.object({ warnings: z.array(z.string()).default([]) });

/** What a page shows of a run. Rejects with `not-found` where it is not complete. */
export async function runView(folder: string): Promise<RunView> {
  const summary = await readRunSummary(folder);
  const { id, currency, inputs, metrics } = summary;
  const figures = Object.entries(metrics.about).map(([name, about]) => ({
    name,
    ...about,
    bands: byBand((band) => metrics.bands[band].metrics[name] ?? null),
  }));
  return {
    id,
    folder,
    currency,
    strategies: strategiesOf(summary),
    from: timeIn(inputs, 'from'),
    to: timeIn(inputs, 'to'),
    inputs: Object.fromEntries(inputs),
    figures,
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
