import { isFault } from '../base/fault.ts';

/** `look`: it works, and a person should know it or look at it. `bad`: it does not work, or will not. */
export type FindingResult = 'ok' | 'look' | 'bad';

/** What one check found of one thing. */
export interface Finding {
  readonly result: FindingResult;
  readonly found: string;
  /** What to do about it, mostly a command. */
  readonly suggestion?: string | undefined;
}

export function ok(found: string): Finding {
  return { result: 'ok', found };
}

export function look(found: string, suggestion?: string): Finding {
  return { result: 'look', found, suggestion };
}

export function bad(found: string, suggestion?: string): Finding {
  return { result: 'bad', found, suggestion };
}

/** What to do about a check that failed: a finding that is bad always says it. */
export function suggestionOf(error: unknown): string {
  if (!isFault(error)) return 'report this';
  return error.suggestion ?? 'check address and network of who was asked, then `sluice doctor` again';
}
