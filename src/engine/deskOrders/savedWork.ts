import { Work, type WorkState, type WorkTerms } from './work.ts';

/** A worked order's terms and progress, as they are saved. */
export interface SavedWork {
  readonly terms: WorkTerms;
  readonly state: Readonly<WorkState>;
}

export function writeWork(work: Work | undefined): SavedWork | undefined {
  return work && { terms: work.terms, state: work.state };
}

/** Throws for what `writeWork` has not written. */
export function readWork({ terms, state }: SavedWork): Work {
  const numbers = [terms.slices, terms.sliceMs, terms.share, terms.showLots, terms.offsetTicks, state.parts, state.slice, state.counted];
  if (typeof terms.kind !== 'string' || !numbers.every((number) => Number.isFinite(number)))
    throw new TypeError('what is worked has no kind, or its numbers can not be read');
  return new Work(terms, { ...state });
}
