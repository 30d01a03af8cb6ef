import type { ControlReplies } from './controlReplies.ts';
import type { ControlRequest } from './controlRequests.ts';
import type { ControlName } from './controlRows.ts';

/** What does the work of each row. `gone` says that nobody waits for the answer any more. */
export type ControlHandlers<Names extends ControlName = ControlName> = {
  readonly [N in Names]: (request: ControlRequest<N>, gone: AbortSignal) => ControlReplies[N] | Promise<ControlReplies[N]>;
};
