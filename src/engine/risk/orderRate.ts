import { type RiskCheck, refused } from './riskCheck.ts';

/** No more than `maxOrdersPerMinute` commands that take risk within any minute. */
export const orderRate: RiskCheck = (_request, { limits, sentWithinMinute }) =>
  limits.maxOrdersPerMinute !== undefined && sentWithinMinute >= limits.maxOrdersPerMinute
    ? refused('order-rate', () => `${sentWithinMinute} orders were sent within a minute, the limit is ${limits.maxOrdersPerMinute}`)
    : undefined;
