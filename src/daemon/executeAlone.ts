import { Fault } from '../base/fault.ts';
import { assertNoKillFile } from './killFile.ts';
import { beginExecution, type ExecuteAsk, type Executed, executionEnd } from './beginExecution.ts';
import { followExecution } from './followExecution.ts';
import { ExecutionHistory } from './history/executionHistory.ts';
import { earlierExecution } from './earlierExecution.ts';
import { type OneShotOptions, withTrader } from './oneShot.ts';
import { askOperator, isKept, type OperatorResult } from './askOperator.ts';
import { statePaths } from './statePaths.ts';

export interface ExecuteAloneOptions extends OneShotOptions {
  readonly signal: AbortSignal;
  /** Told what it does. */
  readonly say: (message: string) => void;
  /** Whether it is also told how far the order is, each time when that changes. */
  readonly follows?: boolean;
}

/**
 * Works an order without a daemon, until it is done or the signal comes. One that an earlier command has begun on the same terms goes on in
 * its place. Throws a `Fault` `refused` for one that is like it on other terms.
 */
export function executeAlone(askOf: (newId: () => string) => ExecuteAsk, symbol: string, options: ExecuteAloneOptions): Promise<Executed> {
  const { settings, state, signal, say, clock, follows = false } = options;
  assertNoKillFile(statePaths(state, settings).killFile);
  return withTrader(options, { allowed: settings.risk.symbols ?? [symbol], symbols: [symbol], goesOn: true }, async (trader, newId) => {
    await trader.start(signal);
    const ask = askOf(newId);
    const endOf = (orderId: string): Promise<Executed> => {
      const history = new ExecutionHistory(trader);
      // The end is told by the result itself.
      if (follows) void followExecution({ look: () => history.find(orderId)!, clock, signal, tell: say });
      return executionEnd(trader, orderId, signal);
    };
    const before = earlierExecution(trader.snapshot().deskOrders, ask);
    if (before !== undefined) {
      say(`goes on with ${before.id}: ${before.waitsFor}`);
      return endOf(before.id);
    }
    await trader.ensureBook(symbol);
    const begun = beginExecution(trader, ask);
    if (begun.outcome !== 'working') return begun;
    say(`works ${begun.orderId}: ${begun.message}`);
    return endOf(begun.orderId);
  });
}

/** Ends an order that the desk keeps for a person, without a daemon. */
export function cancelKeptAlone(orderId: string, options: OneShotOptions): Promise<OperatorResult> {
  return withTrader(options, { allowed: options.settings.risk.symbols ?? [], goesOn: true }, async (trader, newId) => {
    await trader.start();
    if (!isKept(trader, orderId)) {
      throw new Fault(
        'daemon-not-running',
        `the desk keeps ${orderId} for no person: if it is a strategy's, start its daemon to cancel it`,
      );
    }
    return askOperator(trader, options.clock, { type: 'cancel', intentId: newId(), orderId, symbol: '' });
  });
}
