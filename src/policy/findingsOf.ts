import { type Decimal, ZERO } from '../base/decimal.ts';
import { membersOf } from './approvalNeeds.ts';
import { boundFindings, type Finding, moneyText, type Situation } from './finding.ts';
import { leavingOf } from './leavingOf.ts';
import type { Bounds, Conditions, Fraction, Hours, Money, PolicyRule, Window } from './policy.ts';
import { spanText } from './spanText.ts';
import { clockAt, hoursText, isWithinHours } from './workingHours.ts';

/** Looks at every part of a rule's `if`. All of them must hold. */
export function findingsOf(conditions: Conditions, situation: Situation): Finding[] {
  const { kind, currency, into, network, destination, initiator, amount, window = [], hours, balance, fee, share, link } = conditions;
  const { request } = situation;
  return [
    ...(kind === undefined ? [] : [oneOf('the kind', request.kind, kind)]),
    ...(currency === undefined ? [] : [oneOf('the currency', request.currency, currency)]),
    ...(into === undefined ? [] : [oneOf('the currency that arrives', request.into, into)]),
    ...(network === undefined ? [] : [oneOf('the network', request.destination?.network, network)]),
    ...(destination === undefined ? [] : [destinationFinding(destination, situation)]),
    ...(initiator === undefined ? [] : [initiatorFinding(initiator, situation)]),
    ...(amount === undefined ? [] : boundFindings(amountOf(situation), amount)),
    ...window.flatMap((one) => windowFindings(one, situation)),
    ...(hours === undefined ? [] : [hoursFinding(hours, situation)]),
    ...(balance === undefined ? [] : [floorFinding(balance.floor, situation)]),
    ...(fee === undefined ? [] : feeFindings(fee, situation)),
    ...(share === undefined ? [] : shareFindings(share, situation)),
    ...(link === undefined ? [] : [linkFinding(link, request.link === true)]),
  ];
}

function linkFinding(wanted: boolean, isLink: boolean): Finding {
  const said = isLink ? 'it is a refund by a link, so the payer picks the address' : 'it is no refund by a link';
  return { holds: isLink === wanted, say: () => `${said}${isLink === wanted ? '' : `, and link: ${wanted} is asked for`}` };
}

/** A rule that says nothing of links lets none through: nobody knows yet where such a refund goes. */
export function unnamedLinkFindings({ conditions, decides }: PolicyRule, { request }: Situation): Finding[] {
  if (request.link !== true || conditions.link !== undefined || decides.verdict === 'deny') return [];
  return [{ holds: false, say: () => 'it is a refund by a link, so the payer picks the address, and the rule does not say link: true' }];
}

function oneOf(what: string, value: string | undefined, wanted: readonly string[]): Finding {
  return {
    holds: value !== undefined && wanted.includes(value),
    say: () => {
      if (value === undefined) return `${what} is not named, and ${wanted.join(' or ')} is asked for`;
      return `${what} is ${value}${wanted.includes(value) ? '' : `, not ${wanted.join(' or ')}`}`;
    },
  };
}

function destinationFinding(wanted: 'any in book' | readonly string[], { request: { entry } }: Situation): Finding {
  const names = entry === undefined ? [] : [entry.name, ...entry.labels];
  const holds = entry !== undefined && (wanted === 'any in book' || wanted.some((name) => names.includes(name)));
  return {
    holds,
    say: () => {
      const asked = wanted === 'any in book' ? 'an entry of the address book' : wanted.join(' or ');
      if (entry === undefined) return `it goes to no entry of the address book, and ${asked} is asked for`;
      return holds ? `the destination is ${names.join(', ')}` : `the destination is ${names.join(', ')}, not ${asked}`;
    },
  };
}

function initiatorFinding(wanted: readonly string[], { policy, request: { initiator } }: Situation): Finding {
  const holds = wanted.some((name) => name === initiator || membersOf(policy.groups, name).includes(initiator));
  return { holds, say: () => `${initiator} asks for it${holds ? '' : `, not ${wanted.join(' or ')}`}` };
}

function amountOf({ request, valueOf }: Situation) {
  return {
    what: `the amount of ${moneyText(request)}`,
    unknown: 'its value is not known, since no price is',
    valueIn: (currency: string) => valueOf(request.amount, request.currency, currency),
  };
}

const SCOPE_TEXTS = {
  currency: 'in this currency',
  destination: 'to this destination',
  initiator: 'for this person',
  everything: 'in all',
} as const;

function windowFindings({ last, per, ...bounds }: Window, { request, sums, valueOf }: Situation): Finding[] {
  const time = last === 'lifetime' ? 'ever' : `in the last ${spanText(last)}`;
  const valueIn = (into: string): Decimal | undefined => {
    const byCurrency = new Map(sums.within(last, per, request));
    byCurrency.set(request.currency, (byCurrency.get(request.currency) ?? ZERO).plus(request.amount));
    const values = [...byCurrency].map(([currency, amount]) => valueOf(amount, currency, into));
    return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum.plus(value)));
  };
  const what = `what left ${SCOPE_TEXTS[per]} ${time}, with this,`;
  return boundFindings({ what, unknown: 'its value is not known, since a price is missing', valueIn }, bounds);
}

function hoursFinding(hours: Hours, { request: { at } }: Situation): Finding {
  const holds = isWithinHours(hours, at);
  return { holds, say: () => `it is ${clockAt(at, hours.zone)}, ${holds ? 'within' : 'outside'} ${hoursText(hours)}` };
}

function floorFinding(floor: Money, { request, available, valueOf }: Situation): Finding {
  const { currency } = request;
  const leaving = leavingOf(request);
  const left = leaving && available?.minus(leaving);
  const worth = left === undefined || left.lt(0) ? left : valueOf(left, currency, floor.currency);
  return {
    holds: worth !== undefined && worth.gte(floor.amount),
    say: () => {
      if (left === undefined) {
        return `what would be left is not known, since the ${available === undefined ? 'balance' : 'fee'} is not, and ${moneyText(floor)} has to stay`;
      }
      const stays = `${moneyText({ amount: left, currency })} would be left`;
      if (worth === undefined) return `${stays}, of which no value in ${floor.currency} is known, and ${moneyText(floor)} has to stay`;
      return `${stays}, ${worth.gte(floor.amount) ? 'at least' : 'less than'} ${moneyText(floor)}`;
    },
  };
}

function feeFindings({ atMost, above }: Bounds<Money | Fraction>, situation: Situation): Finding[] {
  const { request, valueOf } = situation;
  const { fee, amount, currency } = request;
  const moneyOf = (bound: Money | Fraction): Money => ('fraction' in bound ? { amount: bound.fraction.times(amount), currency } : bound);
  const measured = {
    what: 'the fee',
    unknown: fee === undefined ? 'the venue has not told it' : 'its value is not known, since no price is',
    valueIn: (into: string) => (fee === undefined ? undefined : valueOf(fee, currency, into)),
  };
  return boundFindings(measured, { atMost: atMost && moneyOf(atMost), above: above && moneyOf(above) });
}

function shareFindings({ atMost, above }: Bounds<Fraction>, { request, available }: Situation): Finding[] {
  const { currency, amount } = request;
  const finding = ({ fraction }: Fraction, isAbove: boolean): Finding => {
    const isMore = available === undefined || amount.gt(fraction.times(available));
    return {
      holds: isMore === isAbove,
      say: () => {
        const share = `${fraction.times(100).toFixed()}% of the balance`;
        if (available === undefined) return `the balance is not known, so the amount counts as above ${share}`;
        return `${moneyText(request)} is ${isMore ? 'above' : 'at most'} ${share} of ${moneyText({ amount: available, currency })}`;
      },
    };
  };
  return [...(atMost === undefined ? [] : [finding(atMost, false)]), ...(above === undefined ? [] : [finding(above, true)])];
}
