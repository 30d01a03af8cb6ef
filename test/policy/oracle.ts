import type { Decimal } from '../../src/base/decimal.ts';
import type { Destination } from '../../src/model/move.ts';
import type { ApprovalNeed } from '../../src/model/move.ts';
import type { Bounds, Conditions, Fraction, Hours, Money, Policy, Window } from '../../src/policy/policy.ts';
import type { Outflow, PolicyFacts, PolicyRequest } from '../../src/policy/policyRequest.ts';

/**
 * What a policy decides, written a second time and apart, from docs/policy.md: plain, slow, and with nothing of src/policy but its
 * types. Money is counted in whole units of 10^-40; sums and times are worked out anew each time.
 */
export interface OracleDecision {
  readonly verdict: 'allow' | 'approve' | 'deny';
  readonly rule: string;
  readonly approvals: readonly ApprovalNeed[];
  readonly expiresAfterMs: number | undefined;
}

export function oracle(policy: Policy, request: PolicyRequest, facts: PolicyFacts): OracleDecision {
  if (bookForbids(policy, request, facts)) return denied('book');
  for (const rule of policy.rules) {
    if (!everythingHolds(rule.conditions, policy, request, facts)) continue;
    // Who says nothing of refunds by a link lets none through.
    if (request.link === true && rule.conditions.link === undefined && rule.decides.verdict !== 'deny') continue;
    if (rule.decides.verdict === 'approve') {
      const { approvals, expiresAfterMs } = rule.decides;
      return { verdict: 'approve', rule: rule.name, approvals, expiresAfterMs };
    }
    return { verdict: rule.decides.verdict, rule: rule.name, approvals: [], expiresAfterMs: undefined };
  }
  return denied('default');
}

/** A move of several payments: each is decided with those before it among what left, and off the balance. */
export function oracleMove(policy: Policy, requests: readonly PolicyRequest[], facts: PolicyFacts): readonly OracleDecision[] {
  return requests.map((request, i) => {
    const before = requests.slice(0, i);
    const available = Object.fromEntries(
      Object.entries(facts.available).map(([currency, amount]) => {
        const gone = before.filter((one) => one.currency === currency);
        return [currency, gone.reduce((left, one) => left.minus(one.isFeeInside === true ? 0 : (one.fee ?? 0)).minus(one.amount), amount)];
      }),
    );
    const left = before.map((one) => ({ ...one, entry: one.entry?.name }));
    return oracle(policy, request, { ...facts, available, outflows: [...facts.outflows, ...left] });
  });
}

const denied = (rule: string): OracleDecision => ({ verdict: 'deny', rule, approvals: [], expiresAfterMs: undefined });

/** 40 digits behind the point. */
function units(value: Decimal): bigint {
  const [whole, behind = ''] = value.abs().toFixed().split('.');
  const digits = BigInt(whole! + behind.padEnd(40, '0').slice(0, 40));
  return value.isNegative() ? -digits : digits;
}

function bookForbids(policy: Policy, request: PolicyRequest, facts: PolicyFacts): boolean {
  const { destination, entry, kind } = request;
  if (destination === undefined) return kind !== 'conversion' && kind !== 'refund' && kind !== 'page-refund';
  if (entry === undefined) return true;
  if (entry.state !== 'allowed') return true;
  if (entry.isProven) return false;
  if (policy.book.firstPayment === undefined) return false;
  const limit = Object.entries(policy.book.firstPayment).find(([currency]) => currency === request.currency);
  if (limit === undefined) return true;
  let sum = units(request.amount);
  for (const outflow of facts.outflows) {
    if (outflow.currency === request.currency && isSamePlace(outflow.destination, destination)) sum += units(outflow.amount);
  }
  return sum > units(limit[1]);
}

function isSamePlace(a: Destination | undefined, b: Destination | undefined): boolean {
  if (a === undefined && b === undefined) return true;
  if (a === undefined || b === undefined) return false;
  return a.currency === b.currency && a.network === b.network && a.address === b.address && a.tag === b.tag;
}

function everythingHolds(conditions: Conditions, policy: Policy, request: PolicyRequest, facts: PolicyFacts): boolean {
  const { kind, currency, into, network, destination, initiator, amount, window, hours, balance, fee, share, link } = conditions;
  if (link !== undefined && link !== (request.link ?? false)) return false;
  if (kind !== undefined && !kind.some((one) => one === request.kind)) return false;
  if (currency !== undefined && !currency.some((one) => one === request.currency)) return false;
  if (into !== undefined && !into.some((one) => one === request.into)) return false;
  if (network !== undefined && !network.some((one) => one === request.destination?.network)) return false;
  if (destination !== undefined && !isWanted(destination, request)) return false;
  if (initiator !== undefined && !isAsker(initiator, policy, request.initiator)) return false;
  const worth = (into: string): bigint | undefined => worthOf(request.amount, request.currency, into, facts);
  if (amount !== undefined && !isInside(amount, worth)) return false;
  for (const one of window ?? []) if (!isInside(one, (into) => windowSum(one, into, request, facts))) return false;
  if (hours !== undefined && !isOpen(hours, request.at)) return false;
  if (balance !== undefined && !leavesEnough(balance.floor, request, facts)) return false;
  if (fee !== undefined && !isFeeWithin(fee, request, facts)) return false;
  return share === undefined || isShareInside(share, request, facts);
}

function isWanted(wanted: 'any in book' | readonly string[], { entry }: PolicyRequest): boolean {
  if (entry === undefined) return false;
  if (wanted === 'any in book') return true;
  for (const name of wanted) {
    if (entry.name === name) return true;
    for (const label of entry.labels) if (label === name) return true;
  }
  return false;
}

function isAsker(wanted: readonly string[], policy: Policy, asker: string): boolean {
  const people = [...wanted];
  for (const [group, members] of Object.entries(policy.groups)) if (wanted.includes(group)) people.push(...members);
  return people.includes(asker);
}

function worthOf(amount: Decimal, currency: string, into: string, facts: PolicyFacts): bigint | undefined {
  if (currency === into) return units(amount);
  const worth = facts.value?.(currency, amount, into);
  return worth === undefined ? undefined : units(worth);
}

/** What is not known is too much: not at most anything, and above everything. */
function isInside(bounds: Bounds<Money>, worth: (into: string) => bigint | undefined): boolean {
  if (bounds.atMost !== undefined) {
    const value = worth(bounds.atMost.currency);
    if (value === undefined || value > units(bounds.atMost.amount)) return false;
  }
  if (bounds.above !== undefined) {
    const value = worth(bounds.above.currency);
    if (value !== undefined && value <= units(bounds.above.amount)) return false;
  }
  return true;
}

function windowSum({ last, per }: Window, into: string, request: PolicyRequest, facts: PolicyFacts): bigint | undefined {
  const counted: Pick<Outflow, 'currency' | 'amount'>[] = [request];
  for (const outflow of facts.outflows) {
    // A clock that went back dates what left into the future: then it left now.
    const at = Math.min(outflow.at, request.at);
    if (last !== 'lifetime' && request.at - at >= last) continue;
    if (per === 'currency' && outflow.currency !== request.currency) continue;
    if (per === 'initiator' && outflow.initiator !== request.initiator) continue;
    if (per === 'destination' && !isSamePlace(outflow.destination, request.destination)) continue;
    counted.push(outflow);
  }
  let sum = 0n;
  // The prices of these tests are the same for any amount, so that each can be valued by itself.
  for (const { currency, amount } of counted) {
    const worth = worthOf(amount, currency, into, facts);
    if (worth === undefined) return undefined;
    sum += worth;
  }
  return sum;
}

const WEEK = 7 * 24 * 60;

/** Writes out every minute of the week that counts, and looks for that of the clock on the wall. */
function isOpen({ days, from, to, zone }: Hours, at: number): boolean {
  const now = minuteOfWeek(at, zone);
  for (const day of days) {
    const start = (day - 1) * 24 * 60 + from;
    const end = (day - 1) * 24 * 60 + to + (to > from ? 0 : 24 * 60);
    for (let minute = start; minute < end; minute++) if (minute % WEEK === now) return true;
  }
  return false;
}

const walls = new Map<string, Intl.DateTimeFormat>();

/** Since Monday, 00:00. The day of the week comes from the date. */
function minuteOfWeek(at: number, zone: string): number {
  const wall = walls.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  walls.set(zone, wall);
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(wall.format(at))!;
  const weekday = (new Date(Date.UTC(+year!, +month! - 1, +day!)).getUTCDay() + 6) % 7;
  return weekday * 24 * 60 + +hour! * 60 + +minute!;
}

function leavesEnough(floor: Money, request: PolicyRequest, facts: PolicyFacts): boolean {
  const before = facts.available[request.currency];
  if (before === undefined || request.fee === undefined) return false;
  const left = before.minus(request.amount).minus(request.isFeeInside === true ? 0 : request.fee);
  if (left.isNegative() && !left.isZero()) return false;
  const worth = worthOf(left, request.currency, floor.currency, facts);
  return worth !== undefined && worth >= units(floor.amount);
}

function isFeeWithin(bounds: Bounds<Money | Fraction>, request: PolicyRequest, facts: PolicyFacts): boolean {
  const isMore = (bound: Money | Fraction): boolean => {
    if (request.fee === undefined) return true;
    if ('fraction' in bound) return units(request.fee) * 10n ** 40n > units(bound.fraction) * units(request.amount);
    const worth = worthOf(request.fee, request.currency, bound.currency, facts);
    return worth === undefined || worth > units(bound.amount);
  };
  return !(bounds.atMost !== undefined && isMore(bounds.atMost)) && !(bounds.above !== undefined && !isMore(bounds.above));
}

function isShareInside(bounds: Bounds<Fraction>, request: PolicyRequest, facts: PolicyFacts): boolean {
  const balance = facts.available[request.currency];
  const isMore = ({ fraction }: Fraction): boolean =>
    balance === undefined || units(request.amount) * 10n ** 40n > units(fraction) * units(balance);
  return !(bounds.atMost !== undefined && isMore(bounds.atMost)) && !(bounds.above !== undefined && !isMore(bounds.above));
}
