import { assert } from '../../base/assert.ts';
import type { RunLatency } from '../../research/runRecord.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The latency that a configuration assumes. One that is to be fitted must have been (`LoadOptions.fitLatency`). */
export function latencyOf({ backtest: { latency }, fittedLatency }: Settings): RunLatency {
  const { entry, response, fitted: isFitted, quantile } = latency;
  assert(!isFitted || fittedLatency !== undefined, 'a latency is fitted before it is used');
  const fitted = isFitted ? { quantile: quantile.toNumber(), requests: fittedLatency!.requests } : undefined;
  return { entryMs: entry, responseMs: response, ...(fitted === undefined ? {} : { fitted }) };
}
