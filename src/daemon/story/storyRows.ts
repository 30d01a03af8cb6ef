import { type Instant, isoOf } from '../../base/instant.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { OperatorOrder } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import type { IntentChain } from '../../model/journal.ts';
import type { Intent, IntentVerdict } from '../../model/intent.ts';
import type { RiskLimits } from '../../engine/risk/limits.ts';
import { passedRules } from '../../engine/risk/passedRules.ts';
import type { ChainStep, TopOfBook } from '../../session/chainSteps.ts';
import type { Decision } from '../../session/decisions.ts';
import { decisionText } from '../../session/decisionText.ts';

/** One line of an id's story. */
export interface StoryRow {
  readonly at: Instant;
  readonly step: (typeof STEPS)[number];
  readonly detail: string;
  /** `journal`, `fill log`, or the session and the number of the event. */
  readonly source: string;
}

/** The order of steps that happen at the same time. */
const STEPS = [
  'operator',
  'book',
  'signal',
  'kept',
  'decided',
  'checked',
  'refused',
  'journalled',
  'sent',
  'report',
  'settled',
  'fill',
  'converted',
  'closed',
  'entered',
] as const;

export function inOrder(rows: readonly StoryRow[]): readonly StoryRow[] {
  return rows.toSorted((a, b) => a.at - b.at || STEPS.indexOf(a.step) - STEPS.indexOf(b.step));
}

/** What the journal and the fill log hold. */
export function journalRows({ intents, orders, fills, conversion }: IntentChain): StoryRow[] {
  const rows = intents.flatMap(intentRows);
  for (const { orderId, closedAt, end } of orders) {
    if (closedAt !== undefined) rows.push({ at: closedAt, step: 'closed', detail: `order ${orderId}: ${end}`, source: 'journal' });
  }
  for (const { fill } of fills) rows.push(executionRow(fill));
  if (conversion !== undefined) {
    const { id, fromAmount, fromCurrency, toAmount, toCurrency, rate, executedAt } = conversion;
    const detail = `${fromAmount.toFixed()} ${fromCurrency} to ${toAmount.toFixed()} ${toCurrency} at ${rate.toFixed()}, conversion ${id}`;
    rows.push({ at: executedAt, step: 'converted', detail, source: 'fill log' });
  }
  return rows;
}

function intentRows(intent: Intent): StoryRow[] {
  const { id, kind, strategy, fingerprint, exposure, exposureCurrency, createdAt, sentAt, state, venueId } = intent;
  const owner = intent.begunEpoch === undefined ? '' : `, by owner ${intent.begunEpoch}`;
  const next = intent.settledEpoch === undefined || intent.settledEpoch === intent.begunEpoch ? '' : `, by owner ${intent.settledEpoch}`;
  const worst = exposure.isZero() ? '' : `; at most ${exposure.toFixed()} ${exposureCurrency} may leave`;
  const rows: StoryRow[] = [
    { at: createdAt, step: 'journalled', detail: `${kind} ${fingerprint} of ${strategy}, intent ${id}${worst}${owner}`, source: 'journal' },
  ];
  if (sentAt !== undefined)
    rows.push({ at: sentAt, step: 'sent', detail: `${kind}: its bytes were handed to the socket`, source: 'journal' });
  const verdicts = verdictsOf(intent);
  for (const [i, { at, state: was, evidence }] of verdicts.entries()) {
    const isLast = i === verdicts.length - 1;
    const bound = isLast && venueId !== undefined ? ` as ${venueId}` : '';
    const why = evidence === undefined ? '' : `: ${evidence}`;
    rows.push({ at, step: 'settled', detail: `${kind}: ${was}${bound}${why}${isLast ? next : ''}`, source: 'journal' });
  }
  if (verdicts.length === 0) rows.push({ at: createdAt, step: 'settled', detail: `${kind}: still ${state}${next}`, source: 'journal' });
  return rows;
}

/** What was concluded of an intent, oldest first. Of what was unknown in rows of earlier versions, only the last one has its evidence. */
function verdictsOf({ verdicts, state, evidence, gaveUpAt, resolvedAt }: Intent): readonly IntentVerdict[] {
  if (verdicts !== undefined) return verdicts;
  if (resolvedAt === undefined) return gaveUpAt === undefined ? [] : [{ state, at: gaveUpAt, evidence }];
  const last = { state, at: resolvedAt, evidence };
  return gaveUpAt === undefined ? [last] : [{ state: 'unknown', at: gaveUpAt, evidence: undefined }, last];
}

export function executionRow({ id, side, amount, symbol, price, fee, feeCurrency, feeType, tradedAt }: Fill): StoryRow {
  const detail = `${side} ${amount.toFixed()} ${symbol} at ${price.toFixed()}, fee ${fee.toFixed()} ${feeCurrency} (${feeType}), fill ${id}`;
  return { at: tradedAt, step: 'fill', detail, source: 'fill log' };
}

/** A step of a session under its limits. Executions are left out, since the fill log has them in full. */
export function sessionRows(session: string, step: ChainStep, limits: RiskLimits): StoryRow[] {
  const row = { at: step.at, source: `${session} #${step.event}` };
  switch (step.kind) {
    case 'operator':
      return [{ ...row, step: 'operator', detail: decisionText(withoutBlanks(step.order)) }];
    case 'book':
      return [{ ...row, step: 'book', detail: bookText(step.book, step.at) }];
    case 'signal':
      return [{ ...row, step: 'signal', detail: step.talk.type === 'plot' ? `${step.talk.name} = ${step.talk.value}` : step.talk.message }];
    case 'kept':
      return [{ ...row, step: 'kept', detail: step.text }];
    case 'refused':
      return [{ ...row, step: 'refused', detail: decisionText(step.decision) }];
    case 'decided': {
      const checks = checksText(step.decision, limits);
      const decided = { ...row, step: 'decided' as const, detail: decisionText(step.decision) };
      return checks === undefined ? [decided] : [decided, { ...row, step: 'checked', detail: checks }];
    }
    case 'report':
      return step.report.type === 'fill' ? [] : [{ ...row, step: 'report', detail: decisionText({ ...step.report }) }];
  }
}

/** A person names no symbol where the order's id says enough. */
function withoutBlanks(order: OperatorOrder): Decision {
  return Object.fromEntries(Object.entries(order).filter(([, value]) => value !== '')) as unknown as Decision;
}

/** The verdicts of the risk checks on what was sent. Undefined for what none of them is asked about. */
function checksText({ type, strategy }: Decision, limits: RiskLimits): string | undefined {
  const kind = type === 'convert' ? 'conversion' : type === 'place' || type === 'replace' ? 'order' : undefined;
  if (kind === undefined) return undefined;
  const { passed, unlimited } = passedRules(limits, kind, String(strategy));
  return `passed: ${passed.join(', ')}${unlimited.length === 0 ? '' : `; no limit: ${unlimited.join(', ')}`}`;
}

function bookText({ symbol, bid, bidAmount, ask, askAmount, receivedAt }: TopOfBook, at: Instant): string {
  const level = (price: Decimal | undefined, amount: Decimal | undefined): string =>
    price === undefined ? 'none' : `${price.toFixed()} (${amount!.toFixed()})`;
  return `${symbol} bid ${level(bid, bidAmount)}, ask ${level(ask, askAmount)}, of ${isoOf(receivedAt)}, ${at - receivedAt} ms old`;
}
