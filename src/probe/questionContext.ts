import type { Clock } from '../base/clock.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { Signer } from '../client/signer.ts';
import type { FillLog } from '../model/journal.ts';
import type { Finding } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import type { ProbeOrders } from './probeOrders.ts';
import type { ProbePlan } from './probePlan.ts';
import type { Wire } from './wire.ts';

/** What questions that place nothing are asked with. */
export interface ReadContext {
  readonly client: ExchangeClient;
  readonly wire: Wire;
  /** With the account's own secret, and with another one. */
  readonly signer: Signer;
  readonly wrongSigner: Signer;
  readonly fillLog: Pick<FillLog, 'fills'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Each finding is told as soon as it is there. */
  readonly tell: (finding: Finding) => void;
  readonly learned: Knowledge;
}

/** What questions that place orders are asked with. */
export interface OrderContext extends ReadContext {
  readonly orders: ProbeOrders;
  readonly plan: ProbePlan;
}
