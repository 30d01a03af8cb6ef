import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Fault, messageOf } from '../../base/fault.ts';
import { type Band, BANDS } from '../runRecord.ts';

/** The first decision that differs between two runs. */
export interface DecisionDifference {
  readonly band: Band;
  /** How many decisions before it were the same. */
  readonly same: number;
  /** As in `events.jsonl`. Undefined when that run made no further decision. */
  readonly a: string | undefined;
  readonly b: string | undefined;
}

/** Walks `events.jsonl` of each band of two runs. Undefined when all decisions are the same. */
export async function firstDecisionDifference(a: string, b: string): Promise<DecisionDifference | undefined> {
  for (const band of BANDS) {
    const left = decisionsOf(join(a, band, 'events.jsonl'));
    const right = decisionsOf(join(b, band, 'events.jsonl'));
    try {
      for (let same = 0; ; same += 1) {
        const one = (await left.next()).value;
        const other = (await right.next()).value;
        if (one !== other) return { band, same, a: one, b: other };
        if (one === undefined) break;
      }
    } finally {
      await left.return(undefined);
      await right.return(undefined);
    }
  }
  return undefined;
}

const DECISION = /"type":"(?:place|replace|cancel|request-quote|convert)"/;

/** The lines that are decisions, without their results. */
async function* decisionsOf(path: string): AsyncGenerator<string, undefined> {
  try {
    const input = createReadStream(path, 'utf8');
    for await (const line of createInterface({ input, crlfDelay: Infinity })) if (DECISION.test(line)) yield line;
  } catch (error) {
    throw new Fault('not-found', `the decisions of the run can't be read: ${messageOf(error)}`, {
      cause: error,
      suggestion: 'run the backtest again',
    });
  }
  return undefined;
}
