import { assert } from '../base/assert.ts';
import type { Latency } from '../model/latency.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The latency that a run assumes. `fitted` is there when it was fitted: that share of so many real requests took no longer. */
interface AssumedLatency extends Latency {
  readonly fitted?: { readonly quantile: number; readonly requests: number };
}

/**
 * The latency that a configuration assumes. When it is to be fitted, that must have been done before (`LoadOptions.fitLatency`).
 */
export function latencyOf({ backtest: { latency }, fittedLatency }: Settings): AssumedLatency {
  const { entry, response, fitted: isFitted, quantile } = latency;
  assert(!isFitted || fittedLatency !== undefined, 'a latency is fitted before it is used');
  const fitted = isFitted ? { quantile: quantile.toNumber(), requests: fittedLatency!.requests } : undefined;
  return { entryMs: entry, responseMs: response, ...(fitted === undefined ? {} : { fitted }) };
}
