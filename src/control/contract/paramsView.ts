import type { ConfigPlan } from '../../daemon/reload/configPlan.ts';

/** What other parameters of a strategy would change, before anything is written. */
export interface ParamsPlan {
  readonly file: string;
  /** What the file says now. It is asked for again when it is written, so that nobody's edit in between is lost. */
  readonly digest: string;
  /** The lines of the file that would differ, with - and + before them. */
  readonly difference: readonly string[];
  readonly plan: ConfigPlan;
}

/** What was written and is in force. */
export type ParamsApplied = Pick<ParamsPlan, 'file' | 'difference' | 'plan'>;
