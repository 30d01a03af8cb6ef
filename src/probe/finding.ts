/**
 * `ok`: as the document says. `differs`: otherwise. `open`: the document is silent, and this is how the venue does it. `unknown`: it could not be
 * seen, for the reason given.
 */
export type FindingVerdict = 'ok' | 'differs' | 'open' | 'unknown';

/** What the document says on a question, and where. */
export interface Documented {
  readonly says: string;
  readonly section: string;
}

/** One question to a venue, and what was seen of its answer. */
export interface Finding {
  /** Its name, which stays the same from one version to the next. */
  readonly question: string;
  /** What was done to find out. */
  readonly asked: string;
  /** Undefined where the document is silent. */
  readonly document: Documented | undefined;
  readonly seen: string;
  readonly verdict: FindingVerdict;
}

/** A question before it is answered. */
export type Question = Omit<Finding, 'seen' | 'verdict'>;

/** What was seen, where the document says whether that is right. */
export function judged(question: Question, seen: string, isRight: boolean): Finding {
  return { ...question, seen, verdict: isRight ? 'ok' : 'differs' };
}

/** What was seen, where the document is silent. */
export function noted(question: Question, seen: string): Finding {
  return { ...question, seen, verdict: 'open' };
}

/** A question that could not be answered. */
export function unseen(question: Question, why: string): Finding {
  return { ...question, seen: why, verdict: 'unknown' };
}
