import type { Change } from '../../applied.ts';
import type { Mutant } from './mutate.ts';

/** After one look that shows nothing, an order whose answer was lost counts as not placed, and the strategy places it again. */
const LOOKS_ONCE: Change = {
  file: 'src/gateway/resolver.ts',
  from: 'doubt.waitsFor = await this.#missing(intent, finding, evidence, doubt);',
  to: "const missing = await this.#missing(intent, finding, evidence, doubt); doubt.waitsFor = finding === 'nothing' ? undefined : missing;",
};

/** What programs do that trade without a protocol of this kind, put into the place of ours. */
export const NAIVE: readonly Mutant[] = [
  {
    name: 'blind-retry',
    about: 'What has no good answer has failed, and is tried again.',
    changes: [
      {
        file: 'src/gateway/sendJournalled.ts',
        from: "const proven = fault.outcome ?? 'unknown';",
        to: "const proven = fault.outcome === 'rejected' ? 'rejected' : 'not-sent';",
      },
    ],
  },
  {
    name: 'look-then-resend',
    about: 'What is not among the open orders was not placed, and is placed again.',
    changes: [
      LOOKS_ONCE,
      {
        file: 'src/gateway/unknownOutcomes.ts',
        from: 'adoptOrders(lost, candidatesOf(openOrders, rows)',
        to: 'adoptOrders(lost, candidatesOf(openOrders, [])',
      },
    ],
  },
  {
    name: 'errors-mean-not-found',
    about: 'A list that can not be read has nothing in it.',
    changes: [
      LOOKS_ONCE,
      {
        file: 'src/gateway/accountLists.ts',
        from: 'openOrders: () => readAllNewestFirst(openOrders),',
        to: 'openOrders: () => readAllNewestFirst(openOrders).catch(() => []),',
      },
      {
        file: 'src/gateway/accountLists.ts',
        from: 'trades: (since) => readNewestFirst(trades, isOlderThan(since)),',
        to: 'trades: (since) => readNewestFirst(trades, isOlderThan(since)).catch(() => []),',
      },
    ],
  },
];
