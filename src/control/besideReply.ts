import type { FaultCode } from '../base/fault.ts';

/** What comes back from a process that reads beside the trading, once. */
export type BesideReply<View> =
  | { readonly type: 'made'; readonly view: View }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string; readonly suggestion: string | undefined };
