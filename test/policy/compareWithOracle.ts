import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { seededRandom } from '../../src/base/random.ts';
import { decide } from '../../src/policy/decide.ts';
import { decideMove } from '../../src/policy/decideMove.ts';
import type { Decision } from '../../src/policy/decision.ts';
import type { Outflow, PolicyRequest } from '../../src/policy/policyRequest.ts';
import { oracle, type OracleDecision, oracleMove } from './oracle.ts';
import { pick, randomMove, randomPolicy, randomStart, randomWorld } from './randomPolicy.ts';

export interface Comparison {
  readonly requests: number;
  readonly wrong: readonly string[];
  /** How often each verdict was right, so that a run shows that it has tried all of them. */
  readonly verdicts: Readonly<Record<string, number>>;
}

/** So many payments are asked about under one policy, the one after the other. */
const LIFE = 25;

/**
 * Asks policy and oracle about random payments, and compares. What is not denied leaves, and is read back as text before the next
 * one, as after a restart; the clock goes on, stands still, or goes back.
 */
export function compareWithOracle(seed: number, requests: number): Comparison {
  const random = seededRandom(`policy ${seed}`);
  const wrong: string[] = [];
  const verdicts: Record<string, number> = {};
  const done = { asked: 0 };
  const compare = (request: PolicyRequest, ours: Decision, theirs: OracleDecision, rest: unknown): void => {
    done.asked++;
    verdicts[ours.rule === 'book' ? 'book' : ours.verdict] = (verdicts[ours.rule === 'book' ? 'book' : ours.verdict] ?? 0) + 1;
    if (isSame(ours, theirs)) return;
    wrong.push(JSON.stringify({ seed, asked: done.asked, ours, theirs, request, rest }));
  };
  while (done.asked < requests && wrong.length < 5) {
    const policy = randomPolicy(random);
    const world = randomWorld(random);
    let rows: string = '[]';
    let at = randomStart(random);
    for (let i = 0; i < LIFE; i++) {
      at += pick(random, [0, 0, HOUR_MS / 2, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, -HOUR_MS, -30 * HOUR_MS]);
      const facts = { ...world, outflows: outflowsOf(rows) };
      const move = randomMove(random, at);
      const ours = move.length === 1 ? [decide(policy, move[0]!, facts)] : decideMove(policy, move, facts).rows;
      const theirs = move.length === 1 ? [oracle(policy, move[0]!, facts)] : oracleMove(policy, move, facts);
      for (const [k, request] of move.entries()) compare(request, ours[k]!, theirs[k]!, { policy, rows, move });
      if (theirs.every(({ verdict }) => verdict !== 'deny') || random.int(6) === 0) rows = rowsOf([...facts.outflows, ...move]);
    }
  }
  return { requests: done.asked, wrong, verdicts };
}

function isSame(ours: Decision, { verdict, rule, approvals, expiresAfterMs }: OracleDecision): boolean {
  if (ours.verdict !== verdict || ours.rule !== rule || ours.why.length === 0) return false;
  if (ours.verdict !== 'approve') return approvals.length === 0;
  return ours.expiresAfterMs === expiresAfterMs && JSON.stringify(ours.approvals) === JSON.stringify(approvals);
}

function rowsOf(outflows: readonly (Outflow | PolicyRequest)[]): string {
  return JSON.stringify(
    outflows.map(({ kind, currency, amount, at, destination, entry, initiator }) => ({
      kind,
      currency,
      amount: amount.toFixed(),
      at,
      destination,
      entry: typeof entry === 'object' ? entry.name : entry,
      initiator,
    })),
  );
}

function outflowsOf(rows: string): Outflow[] {
  const read = JSON.parse(rows) as readonly (Omit<Outflow, 'amount' | 'destination'> & {
    readonly amount: string;
    readonly destination?: Omit<NonNullable<Outflow['destination']>, 'tag'> & { readonly tag?: string };
  })[];
  return read.map(({ amount, destination, ...rest }) => ({
    ...rest,
    amount: dec(amount),
    destination: destination && { ...destination, tag: destination.tag },
  }));
}
