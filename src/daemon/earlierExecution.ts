import { exactDuration } from '../base/instant.ts';
import { Fault } from '../base/fault.ts';
import { OPERATOR } from '../engine/operator.ts';
import type { DeskOrder, WorkedTerms } from '../model/deskOrder.ts';
import type { ExecuteAsk } from './beginExecution.ts';

/**
 * The order of a person that an earlier command has begun and that this one goes on with: the same pair, side, amount and terms. Undefined when
 * there is none. Throws a `Fault` `refused` when there are only some on other terms: whether this one is meant in their place or
 * besides them, nobody but the person knows.
 */
export function earlierExecution(kept: readonly DeskOrder[], ask: ExecuteAsk): DeskOrder | undefined {
  const alike = kept.filter((order) => isAlike(order, ask));
  const asked = termsText(ask.how, ask.within);
  const same = alike.find((order) => termsOf(order) === asked);
  const [other] = alike;
  if (same !== undefined || other === undefined) return same;
  const { symbol, side, amount, how } = ask;
  throw new Fault(
    'refused',
    `${other.id}, a ${how.kind} that is to ${side} ${amount.toFixed()} ${symbol}, is not done yet and has ${termsOf(other)}; this one has ${asked}`,
    {
      outcome: 'not-sent',
      suggestion: `give the terms of ${other.id} to go on with it, or end it with \`sluice orders cancel ${other.id}\` and give this command again`,
    },
  );
}

function isAlike(order: DeskOrder, { symbol, side, amount, how }: ExecuteAsk): boolean {
  const { strategy, kind } = order;
  return strategy === OPERATOR && kind === how.kind && order.symbol === symbol && order.side === side && order.amount?.eq(amount) === true;
}

function termsOf({ worked, until, placedAt }: DeskOrder): string {
  return termsText(worked!.terms, until === undefined ? undefined : until - placedAt);
}

/** Terms as the command line has them: the same words for the same terms. */
function termsText(terms: WorkedTerms, within: number | undefined): string {
  const time = terms.kind === 'twap' ? terms.over : Infinity;
  const limit = 'price' in terms ? terms.price : terms.limit;
  const end = within === undefined || within >= time ? [] : [`--within ${exactDuration(within)}`];
  return [...ownTerms(terms), limit === undefined ? 'no --limit' : `--limit ${limit.toFixed()}`, ...end].join(' ');
}

function ownTerms(terms: WorkedTerms): readonly string[] {
  switch (terms.kind) {
    case 'twap':
      return [`--over ${exactDuration(terms.over)}`];
    case 'pov':
      return [`--share ${terms.share.toNumber()}`];
    case 'iceberg':
      return [`--show ${terms.show.toFixed()}`];
    case 'peg':
      return [`--offset-ticks ${terms.offsetTicks}`];
  }
}
