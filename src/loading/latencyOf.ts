import { assert } from '../base/assert.ts';
import type { Latency } from '../model/latency.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** Latency as a run assumes it, and what it was fitted to, where it was: a share of so many real requests took no longer. */
interface AssumedLatency extends Latency {
  readonly fitted?: { readonly quantile: number; readonly requests: number };
}

/** The latency that a configuration assumes. One that is to be fitted must have been (`LoadOptions.fitLatency`). */
export function latencyOf({ backtest: { latency }, fittedLatency }: Settings): AssumedLatency {
  const { entry, response, fitted: isFitted, quantile } = latency;
  assert(!isFitted || fittedLatency !== undefined, 'a latency is fitted before it is used');
  const fitted = isFitted ? { quantile: quantile.toNumber(), requests: fittedLatency!.requests } : undefined;
  return { entryMs: entry, responseMs: response, ...(fitted === undefined ? {} : { fitted }) };
}
