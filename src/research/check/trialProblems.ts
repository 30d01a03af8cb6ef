import { isoOf } from '../../base/instant.ts';
import type { Command } from '../../model/command.ts';
import type { CheckProblem } from './checkReport.ts';
import { commandText } from './commandText.ts';
import type { TrialDecision, TrialMoment, TrialOutcome, TrialPlan } from './trialRun.ts';

/** Refusals that are no mistake of the strategy: the market or the venue was so at that moment. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set([
  'quote-gone',
  'quote-rate',
  'self-trade',
  'not-open',
  'balance',
  'budget',
  'lane-busy',
  'lane-frozen',
  'stale-data',
  'limit-rate',
  'quote-expired',
  'quote-unanswered',
  'quote-mismatch',
]);
/** Within so many events of a market after a restart, what was done before is not done again. */
const SOON = 5;

/** What went wrong in one run by itself. */
export function runProblems({ plan, symbols, stopped, refusals }: TrialOutcome): readonly CheckProblem[] {
  const refused = refusals.filter(({ rule }) => !OF_THE_MOMENT.has(rule));
  return [
    ...(stopped === undefined ? [] : [problemAt(plan, stopped.event, stopped.reason, 'correct what the message names')]),
    ...refused.map(({ event, rule, message }) =>
      problemAt(
        plan,
        event,
        `refused (${rule}): ${message}`,
        rule === 'symbol' ? otherMarket(symbols) : 'ask only for what the engine takes',
      ),
    ),
  ];
}

/** A strategy may be right on the pair that it is made for, which the trial does not trade. */
function otherMarket(symbols: readonly string[]): string {
  return `the trial trades ${symbols.join(', ')}: choose another pair with --symbol, or check it as it is configured, with \`strategies check NAME -c FILE\``;
}

/** How a run that must decide the same differs. `until`: the event before which both are compared. */
export function differenceOf(base: TrialOutcome, other: TrialOutcome, what: string, instead: string): CheckProblem | undefined {
  const until = other.plan.until ?? Infinity;
  const expected = base.decisions.filter(({ event }) => event.number < until);
  const { decisions } = other;
  const texts = decisions.map(textOf);
  const at = expected.findIndex((decision, i) => texts[i] !== textOf(decision));
  const differs = at >= 0 ? at : decisions.length > expected.length ? expected.length : -1;
  if (differs < 0) return undefined;
  const told = (decision: TrialDecision | undefined): string => (decision === undefined ? 'nothing more' : textOf(decision));
  const moment = (expected[differs] ?? decisions[differs])!.event;
  return problemAt(other.plan, moment, `${what}: ${told(decisions[differs])} instead of ${told(expected[differs])}`, instead);
}

/**
 * What a restarted run did again: something of a kind that the whole run did before that moment and never after it, done anew as
 * soon as the strategy was back.
 */
export function repeatedAfter(base: TrialOutcome, restarted: TrialOutcome): CheckProblem | undefined {
  const { plan } = restarted;
  const restartAt = plan.restartAt!;
  const before = new Set(base.decisions.filter(({ event }) => event.number < restartAt).map(({ command }) => kindOf(command)));
  const after = base.decisions.filter(({ event }) => event.number >= restartAt).map(({ command }) => command);
  const kindsAfter = new Set(after.map(kindOf));
  const again = restarted.decisions.find(({ event, command }) => {
    const isSoon = event.number >= restartAt && event.number < restartAt + SOON;
    const kind = kindOf(command);
    return isSoon && kind !== undefined && before.has(kind) && !kindsAfter.has(kind) && !after.some((later) => moves(later, command));
  });
  if (again === undefined) return undefined;
  const problem = `after a restart it did again what it had done: ${commandText(again.command)}`;
  return problemAt(plan, again.event, problem, 'keep in ctx.state what must happen once');
}

/** What moves its orders wants them to rest for as long as it runs, so it may lay them anew. */
function moves(later: Command, command: Command): boolean {
  return later.type === 'replace' && command.type === 'place' && later.symbol === command.symbol && later.side === command.side;
}

/** Amounts are left out, since the engine makes each a little different. */
function kindOf(command: Command): string | undefined {
  if (command.type === 'place') return `${command.symbol} ${command.side} ${command.orderType} ${command.tag ?? ''}`;
  return command.type === 'request-quote' ? `${command.fromCurrency}>${command.toCurrency}` : undefined;
}

function textOf({ event, command }: TrialDecision): string {
  return `${commandText(command)} (event ${event.number})`;
}

export function problemAt(plan: TrialPlan, event: TrialMoment, problem: string, instead: string): CheckProblem {
  return { where: `${planText(plan)}, event ${event.number} (${event.type}, ${isoOf(event.at)}), seed ${plan.seed}`, problem, instead };
}

export function planText({ market, refuses, until, restartAt }: TrialPlan): string {
  const how = [
    ...(refuses === true ? ['refusals'] : []),
    ...(until === undefined ? [] : [`cut short at ${until}`]),
    ...(restartAt === undefined ? [] : [`restarted at ${restartAt}`]),
  ];
  return ['market', market, ...(how.length === 0 ? [] : [`with ${how.join(', ')}`])].join(' ');
}
