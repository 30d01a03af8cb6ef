import { isoOf } from '../base/instant.ts';
import { moneyText, type Situation } from './finding.ts';
import { ZERO } from '../base/decimal.ts';

/** Why the address book forbids it, before any rule. Undefined when it does not. */
export function bookRefusal(situation: Situation): string | undefined {
  const { policy, request } = situation;
  const { kind, destination, entry } = request;
  if (destination === undefined) {
    // The payment that is refunded names who gets it, and a conversion stays in the account.
    return kind === 'conversion' || kind === 'refund' || kind === 'page-refund' ? undefined : `this ${kind} names no destination`;
  }
  if (entry === undefined) {
    const { currency, network, address, tag } = destination;
    const full = `${address}${tag === undefined ? '' : `, tag ${tag}`} (${currency}, ${network})`;
    return `${full} is not in the address book, where currency, network, address and tag have to be the same; \`sluice treasury book add\` asks for it`;
  }
  switch (entry.state) {
    case 'requested':
      return policy.book.approvals.length === 0
        ? `${entry.name} was asked for when people approved entries, and now nobody does; remove it and add it anew`
        : `${entry.name} is not approved yet; \`sluice treasury book approve\` approves it`;
    case 'cooling': {
      const until = entry.allowedFrom === undefined ? '' : ` until ${isoOf(entry.allowedFrom)}`;
      return `${entry.name} is new in the address book and cools${until}`;
    }
    case 'allowed':
      return entry.isProven ? undefined : firstPaymentRefusal(entry.name, situation);
  }
}

/** What is on its way there counts too: several small payments at once are no test. */
function firstPaymentRefusal(name: string, { policy, request, sums }: Situation): string | undefined {
  const { firstPayment } = policy.book;
  if (firstPayment === undefined) return undefined;
  const { currency, amount } = request;
  const most = Object.hasOwn(firstPayment, currency) ? firstPayment[currency] : undefined;
  const unproven = `nothing has arrived at ${name} before`;
  if (most === undefined) return `${unproven}, and book.firstPayment names no amount of ${currency}, so none may go there first`;
  const underWay = sums.within('lifetime', 'destination', request).get(currency) ?? ZERO;
  const left = most.minus(underWay);
  if (amount.lte(left)) return undefined;
  const limit = `until something has, at most ${moneyText({ amount: most, currency })} may go there`;
  if (underWay.isZero()) return `${unproven}; ${limit}, and this is ${moneyText(request)}`;
  const allowed = left.gt(0) ? `${moneyText({ amount: left, currency })} more may go` : 'nothing more may go';
  return `${unproven}; ${limit}, ${moneyText({ amount: underWay, currency })} is on its way, so ${allowed}, and this is ${moneyText(request)}`;
}
