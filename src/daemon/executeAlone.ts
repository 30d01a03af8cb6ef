import { Fault } from '../base/fault.ts';
import { assertNoKillFile } from './killFile.ts';
import { beginExecution, type ExecuteAsk, type Executed, executionEnd } from './executeDesk.ts';
import { earlierExecution } from './earlierExecution.ts';
import { type OneShotOptions, withTrader } from './oneShot.ts';
import { askOperator, isKept, type OperatorResult } from './operatorDesk.ts';
import { statePaths } from './statePaths.ts';

export interface ExecuteAloneOptions extends OneShotOptions {
  readonly signal: AbortSignal;
  /** Told what it does. */
  readonly say: (message: string) => void;
}

/**
 * Works an order without a daemon, until it is done or the signal comes. One that an earlier command has begun on the same terms goes on in
 * its place. Throws a `Fault` `refused` for one that is like it on other terms.
 */
export function executeAlone(askOf: (newId: () => string) => ExecuteAsk, symbol: string, options: ExecuteAloneOptions): Promise<Executed> {
  const { settings, state, signal, say } = options;
  assertNoKillFile(statePaths(state, settings).killFile);
  return withTrader(options, { allowed: settings.risk.symbols ?? [symbol], symbols: [symbol], goesOn: true }, async (trader, newId) => {
    await trader.start(signal);
    const ask = askOf(newId);
    const before = earlierExecution(trader.snapshot().deskOrders, ask);
    if (before !== undefined) {
      say(`goes on with ${before.id}: ${before.waitsFor}`);
      return executionEnd(trader, before.id, signal);
    }
    await trader.ensureBook(symbol);
    const begun = beginExecution(trader, ask);
    if (begun.outcome !== 'working') return begun;
    say(`works ${begun.orderId}: ${begun.message}`);
    return executionEnd(trader, begun.orderId, signal);
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
