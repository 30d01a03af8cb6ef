import { counted } from '../../base/counted.ts';
import type { EngineState } from '../engineState.ts';

/** At most `maxOrdersPerMinute` commands that take risk may be sent within any minute. */
export function areTooManySent({ limits, sent, now }: EngineState): boolean {
  return limits.maxOrdersPerMinute !== undefined && sent.withinMinute(now) >= limits.maxOrdersPerMinute;
}

export function orderRateMessage({ limits, sent, now }: EngineState): string {
  return `${counted(sent.withinMinute(now), 'order was', 'orders were')} sent within a minute, the limit is ${limits.maxOrdersPerMinute}`;
}
