import { type Clock, sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import type { ExecutionsSettled, ExecutionVerdict } from '../model/verdict.ts';
import type { Operations } from './operations.ts';

/** The first one may be too soon, and the second one too, since the lists are read now and then. */
const MOST_TRIES = 4;

/**
 * Settles the executions of an order for a person, without a daemon. How long an order has been missing from the lists is known only since this
 * life began, so what may be said only later is waited for.
 */
export async function settleAlone(
  operations: Pick<Operations, 'settleExecutions'>,
  orderId: string,
  verdict: ExecutionVerdict,
  { clock, tell }: { readonly clock: Clock; readonly tell: (message: string) => void },
): Promise<ExecutionsSettled> {
  for (let tries = 1; ; tries++) {
    try {
      return await operations.settleExecutions(orderId, verdict);
    } catch (error) {
      if (tries === MOST_TRIES || !isFault(error, 'refused') || error.retryAfterMs === undefined) throw error;
      tell(`${error.message}; it is waited for`);
      await sleep(clock, error.retryAfterMs);
    }
  }
}
