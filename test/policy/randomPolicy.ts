import { type Decimal, dec } from '../../src/base/decimal.ts';
import { HOUR_MS, instantOf } from '../../src/base/instant.ts';
import type { Random } from '../../src/base/random.ts';
import { type Destination, MOVE_KINDS } from '../../src/model/move.ts';
import type { Bounds, Conditions, Policy, PolicyRule } from '../../src/policy/policy.ts';
import type { BookEntry, PolicyFacts, PolicyRequest } from '../../src/policy/policyRequest.ts';

/** Random policies and requests from small sets of values, so that bounds are met exactly and often. */

const CURRENCIES = ['EUR', 'BTC', 'XYZ'];
const NETWORKS = ['SEPA', 'Bitcoin', 'Ethereum'];
const GROUPS = { owners: ['anna', 'ben'], finance: ['ben', 'cleo', 'dan'] };
const PEOPLE = ['anna', 'ben', 'cleo', 'dan', 'robot'];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const SPANS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 'lifetime'] as const;
const AMOUNTS = ['10', '20', '20.000000000000000001', '50', '100', '200', '0.1', '0.3', '400'];
const FRACTIONS = ['0', '0.01', '0.1', '0.333333', '1'];

const PLACES: readonly Destination[] = [
  { currency: 'EUR', network: 'SEPA', address: 'DE1', tag: undefined },
  { currency: 'EUR', network: 'SEPA', address: 'DE2', tag: undefined },
  { currency: 'BTC', network: 'Bitcoin', address: 'bc1', tag: undefined },
  { currency: 'XYZ', network: 'Ethereum', address: '0x1', tag: undefined },
  { currency: 'XYZ', network: 'Ethereum', address: '0x1', tag: '7' },
];
const ENTRIES: readonly (readonly [name: string, labels: readonly string[]])[] = [
  ['ada', ['suppliers']],
  ['bob', ['suppliers', 'staff']],
  ['cold', []],
  ['eve', ['staff']],
  ['suppliers', []],
];

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.int(from.length)]!;
}

function some<T>(random: Random, from: readonly T[]): T[] {
  const chosen = from.filter(() => random.int(2) === 0);
  return chosen.length === 0 ? [pick(random, from)] : chosen;
}

/** Undefined in so many of ten cases. */
function maybe<T>(random: Random, without: number, make: () => T): T | undefined {
  return random.int(10) < without ? undefined : make();
}

const money = (random: Random) => ({ amount: dec(pick(random, AMOUNTS)), currency: pick(random, ['EUR', 'EUR', 'EUR', 'BTC', 'XYZ']) });
const fraction = (random: Random) => ({ fraction: dec(pick(random, FRACTIONS)) });

function bounds<T>(random: Random, make: (random: Random) => T): Bounds<T> {
  const which = random.int(8);
  return { atMost: which > 1 ? make(random) : undefined, above: which < 2 || which === 7 ? make(random) : undefined };
}

function conditions(random: Random): Conditions {
  const window = () => ({
    ...bounds(random, money),
    last: pick(random, SPANS),
    per: pick(random, ['currency', 'destination', 'initiator', 'everything'] as const),
  });
  const hours = () => ({
    days: random.int(2) === 0 ? [1, 2, 3, 4, 5, 6, 7] : some(random, [1, 2, 3, 4, 5, 6, 7]),
    from: random.int(24) * 60,
    to: random.int(24) * 60 + pick(random, [0, 30, 60]),
    zone: pick(random, ZONES),
  });
  return {
    kind: maybe(random, 7, () => some(random, MOVE_KINDS)),
    currency: maybe(random, 7, () => some(random, CURRENCIES)),
    into: maybe(random, 9, () => some(random, CURRENCIES)),
    network: maybe(random, 8, () => some(random, NETWORKS)),
    destination: maybe(random, 7, () => (random.int(3) === 0 ? 'any in book' : some(random, ['ada', 'bob', 'cold', 'suppliers', 'staff']))),
    initiator: maybe(random, 7, () => some(random, ['anna', 'cleo', 'robot', 'owners', 'finance'])),
    amount: maybe(random, 5, () => bounds(random, money)),
    window: maybe(random, 6, () => Array.from({ length: 1 + random.int(2) }, window)),
    hours: maybe(random, 6, hours),
    balance: maybe(random, 6, () => ({ floor: money(random) })),
    fee: maybe(random, 8, () => bounds(random, (one) => (one.int(2) === 0 ? money(one) : fraction(one)))),
    share: maybe(random, 8, () => bounds(random, fraction)),
    link: maybe(random, 8, () => random.int(2) === 0),
  };
}

function decides(random: Random): PolicyRule['decides'] {
  const which = random.int(6);
  if (which < 3) return { verdict: 'allow' };
  if (which < 4) return { verdict: 'deny' };
  const approvals = some(random, Object.keys(GROUPS)).map((of) => ({ need: 1 + random.int(2), of }));
  return { verdict: 'approve', approvals, expiresAfterMs: (1 + random.int(3)) * HOUR_MS };
}

export function randomPolicy(random: Random): Policy {
  const needs = [{ need: 1, of: 'owners' }];
  const firstPayment = maybe(random, 5, () =>
    Object.fromEntries(some(random, CURRENCIES).map((currency) => [currency, dec(pick(random, AMOUNTS))])),
  );
  return {
    people: Object.fromEntries(PEOPLE.map((name) => [name, { keys: [] }])),
    groups: GROUPS,
    book: { approvals: needs, coolingMs: 24 * HOUR_MS, firstPayment },
    change: { approvals: needs, afterMs: 24 * HOUR_MS },
    rules: Array.from({ length: 1 + random.int(6) }, (_, i) => ({
      name: `rule ${i + 1}`,
      conditions: conditions(random),
      decides: decides(random),
    })),
  };
}

/** Around the days on which clocks are changed in Europe and in America. */
const STARTS = ['2026-03-08T00:00:00Z', '2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z', '2026-11-01T00:00:00Z', '2026-11-20T12:00:00Z'].map(
  (text) => instantOf(text)!,
);

export function randomStart(random: Random): number {
  return pick(random, STARTS) + random.int(48) * (HOUR_MS / 2);
}

function randomRequest(random: Random, at: number): PolicyRequest {
  const kind = pick(random, MOVE_KINDS);
  const hasNone = kind === 'conversion' || kind === 'refund' || kind === 'page-refund' ? random.int(10) > 0 : random.int(30) === 0;
  const place = random.int(PLACES.length);
  const [name, labels] = ENTRIES[place]!;
  const state = pick(random, ['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'cooling', 'requested'] as const);
  const entry: BookEntry = { name, labels, state, isProven: random.int(3) > 0 };
  return {
    kind,
    currency: hasNone || random.int(10) === 0 ? pick(random, CURRENCIES) : PLACES[place]!.currency,
    amount: dec(pick(random, AMOUNTS)),
    fee: maybe(random, 1, () => dec(pick(random, ['0', '0', '0.1', '1', '2', '10', '10', '10']))),
    isFeeInside: random.int(4) === 0,
    destination: hasNone ? undefined : PLACES[place],
    into: kind === 'conversion' ? pick(random, CURRENCIES) : undefined,
    entry: hasNone || random.int(12) === 0 ? undefined : entry,
    initiator: pick(random, PEOPLE),
    link: kind === 'refund' && random.int(2) === 0,
    at,
  };
}

/** The payments of a move: most often one. Where there are several, some are alike but for their amounts. */
export function randomMove(random: Random, at: number): readonly PolicyRequest[] {
  const first = randomRequest(random, at);
  const others = Array.from({ length: random.int(4) === 0 ? 1 + random.int(3) : 0 }, () => {
    const other = randomRequest(random, at);
    return random.int(3) === 0 ? other : { ...first, amount: other.amount, fee: other.fee };
  });
  return [first, ...others];
}

/** Balances, and prices of some currencies: one BTC is two EUR, so that bounds are met exactly. */
export function randomWorld(random: Random): Omit<PolicyFacts, 'outflows'> {
  const balances = CURRENCIES.flatMap((currency) =>
    random.int(8) === 0 ? [] : [[currency, dec(pick(random, ['30', '100', '120', '210', '430', '1000']))] as const],
  );
  const rates: Readonly<Record<string, Decimal>> = { 'BTC EUR': dec('2'), 'EUR BTC': dec('0.5') };
  const value: NonNullable<PolicyFacts['value']> = (currency, amount, into) => {
    const rate = rates[`${currency} ${into}`];
    return rate === undefined ? undefined : amount.times(rate);
  };
  return { available: Object.fromEntries(balances), value: maybe(random, 3, () => value) };
}
