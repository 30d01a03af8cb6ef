import { type Decimal, dec } from '../../base/decimal.ts';

/** The deposits that the sandbox makes by itself for one intent. */
export interface MockPlan {
  readonly amount: Decimal;
  readonly times: 1 | 2;
  /** The second deposit is meant for an intent that is complete by then. The merchant is told of both as they come in (001 Events 9). */
  readonly isRepeat: boolean;
}

/** The table of 001 Sandbox, line by line. XRP gets no deposit, so its intent runs out of time. */
const PLANS: Readonly<Record<string, MockPlan>> = {
  'USDT BNB_TEST': { amount: dec(100), times: 1, isRepeat: false },
  'BTC BTC_TEST': { amount: dec('0.01'), times: 1, isRepeat: false },
  'ETH BNB_TEST': { amount: dec(1), times: 1, isRepeat: false },
  'ADA ADA_TEST': { amount: dec(100), times: 2, isRepeat: false },
  'ADA BNB_TEST': { amount: dec(100), times: 2, isRepeat: true },
};

export function mockPlanFor(coin: string, networkCode: string): MockPlan | undefined {
  return PLANS[`${coin} ${networkCode}`];
}
