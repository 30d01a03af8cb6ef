import { counted } from '../../base/counted.ts';
import type { EngineState } from '../engineState.ts';
import type { OrderRequest } from './request.ts';

/** No more than `maxOrdersPerMinutePerSymbol` commands that take risk on one symbol within any minute. */
export function areTooManyOfSymbol({ market }: OrderRequest, { limits, now }: EngineState): boolean {
  const most = limits.maxOrdersPerMinutePerSymbol;
  return most !== undefined && market.sent.withinMinute(now) >= most;
}

export function symbolRateMessage({ market }: OrderRequest, { limits, now }: EngineState): string {
  const sent = market.sent.withinMinute(now);
  const most = limits.maxOrdersPerMinutePerSymbol;
  return `${counted(sent, 'order')} on ${market.symbol} ${sent === 1 ? 'was' : 'were'} sent within a minute, the limit is ${most}`;
}
