import { z } from 'zod';
import { isFault } from '../../base/fault.ts';
import { feeType } from '../../contract/exchange/feeType.ts';
import { VIBAN_REFUSALS } from '../../contract/exchange/vibanDeposits.ts';
import { decimal, optional, positive, requiredText, text } from '../../contract/wire.ts';
import { countryIso2 } from '../../contract/countryIso2.ts';
import type { World } from '../world.ts';
import { type ControlRoute, route } from './controlRoute.ts';
import type { ControlServices } from './controlServices.ts';

const nothing = z.object({});
const codes = z.enum(VIBAN_REFUSALS.map(({ code }) => code));

const clientAreaDeposit = z.object({
  amount: positive,
  currency: requiredText,
  method: z.enum(['CreditCard', 'Apm'], { error: 'expected CreditCard or Apm' }),
  lastCardDigits: optional(z.string().regex(/^\d{4}$/, 'expected four digits')),
});

const fiatWithdrawal = z.object({
  amount: positive,
  currency: requiredText,
  feeType: optional(feeType),
  bankCountryCode: countryIso2,
  bankAccount: requiredText,
  bankName: optional(text),
});

/** Money that comes and goes: payers, banks, networks (000, and 001 payments). */
export function moneyRoutes({ world, payments }: Pick<ControlServices, 'world' | 'payments'>): ControlRoute[] {
  const reason = z.object({ reason: requiredText });
  return [
    route(
      'POST',
      '/crypto-deposits',
      'send a coin to an address of the exchange account or of a payment',
      z.object({ address: requiredText, tag: optional(text), amount: positive }),
      (sent) => sendCrypto(world, payments, sent),
    ),
    route(
      'POST',
      '/payments/{id}/deposits',
      'pay a payment intent',
      z.object({ amount: positive, announced: optional(z.boolean()) }),
      ({ amount, announced }, paymentIntentId) => {
        payments.deposit({ paymentIntentId }, { amount, isAnnounced: announced });
        return { paymentIntentId };
      },
    ),
    route(
      'POST',
      '/failures',
      'let the next refund or payout fail',
      z.object({ what: z.enum(['refund', 'payout']), reason: requiredText }),
      ({ what, reason: why }) => {
        payments.failNext(what, why);
        return { what };
      },
    ),
    route(
      'POST',
      '/fiat-deposits/{id}/completion',
      'let a bank transfer arrive',
      z.object({ amount: optional(positive) }),
      ({ amount }, id) => ended(world.bankTransfer(id, amount)),
    ),
    route('POST', '/fiat-deposits/{id}/decline', 'decline a fiat deposit', reason, (why, id) =>
      ended(world.endFiatDeposit(id, 'Declined', why.reason)),
    ),
    route('POST', '/fiat-deposits/{id}/failure', 'let a fiat deposit fail', reason, (why, id) =>
      ended(world.endFiatDeposit(id, 'Failed', why.reason)),
    ),
    route(
      'POST',
      '/withdrawals/{id}/completion',
      'confirm a withdrawal now, at its fee or another one',
      z.object({ fee: optional(decimal) }),
      ({ fee }, id) => ended(world.endWithdrawal(id, 'complete', fee)),
    ),
    route('POST', '/withdrawals/{id}/decline', 'decline a withdrawal', nothing, (_, id) => ended(world.endWithdrawal(id, 'decline'))),
    route('POST', '/batches/{id}/decline', 'decline a batch that has not ended', nothing, (_, id) => ended(world.declineBatch(id))),
    route('POST', '/crypto-deposits/{id}/completion', 'confirm a deposit of a coin now', nothing, (_, id) =>
      ended(world.endCryptoDeposit(id, 'complete')),
    ),
    route('POST', '/crypto-deposits/{id}/decline', 'decline a deposit of a coin', nothing, (_, id) =>
      ended(world.endCryptoDeposit(id, 'decline')),
    ),
    route('POST', '/fiat-deposits', 'make a deposit by card or Apm in the client area', clientAreaDeposit, ({ method, ...made }) =>
      ended(world.depositFiat({ ...made, method: method === 'CreditCard' ? 'card' : 'apm' })),
    ),
    route(
      'POST',
      '/fiat-withdrawals',
      'make a fiat withdrawal in the client area',
      fiatWithdrawal,
      ({ feeType: mode, amount, currency, ...bank }) =>
        ended(
          world.withdrawFiat({
            amount,
            currency,
            feeType: mode,
            bank: { country: bank.bankCountryCode, account: bank.bankAccount, name: bank.bankName },
          }),
        ),
    ),
    route('POST', '/fiat-withdrawals/{id}/completion', 'let the bank pay a fiat withdrawal', nothing, (_, id) =>
      ended(world.endFiatWithdrawal(id, 'Completed')),
    ),
    route('POST', '/fiat-withdrawals/{id}/decline', 'decline a fiat withdrawal', nothing, (_, id) =>
      ended(world.endFiatWithdrawal(id, 'Declined')),
    ),
    route(
      'PUT',
      '/fiat-notifications',
      'where the notifications of ViBAN deposits go; nowhere without a URL',
      z.object({ url: optional(z.url()) }),
      ({ url }) => {
        world.notifyFiatDeposits(url);
        return { url: url ?? null };
      },
    ),
    route('PUT', '/viban', 'refuse ViBAN deposits with a code, or take them', z.object({ refusal: optional(codes) }), ({ refusal }) => {
      world.refuseViban(refusal);
      return { refusal: refusal ?? null };
    }),
  ];
}

function sendCrypto(world: World, payments: ControlServices['payments'], sent: Parameters<World['sendCrypto']>[0]): object {
  try {
    return ended(world.sendCrypto(sent));
  } catch (error) {
    if (!isFault(error, 'not-found')) throw error;
    payments.deposit({ address: sent.address, tag: sent.tag }, { amount: sent.amount });
    return { address: sent.address };
  }
}

function ended({ id, status }: { readonly id: string; readonly status: string }): object {
  return { id, status };
}
