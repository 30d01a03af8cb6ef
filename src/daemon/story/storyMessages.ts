import type { FaultCode } from '../../base/fault.ts';
import type { StoryRow } from './storyRows.ts';

export interface ToldStory {
  /** In the order of time. */
  readonly rows: readonly StoryRow[];
  /** What is missing, and why. */
  readonly notes: readonly string[];
}

/** What comes back, once. */
export type StoryReply =
  | ({ readonly type: 'told' } & ToldStory)
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string; readonly suggestion: string | undefined };
