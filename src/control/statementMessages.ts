import type { FaultCode } from '../base/fault.ts';
import type { StatementView } from './contract/statementView.ts';

/** What comes back, once. */
export type StatementReply =
  | { readonly type: 'made'; readonly view: StatementView }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string; readonly suggestion: string | undefined };
