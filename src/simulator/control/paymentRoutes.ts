import { z } from 'zod';
import { dec } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { decimal, optional, positive, requiredText, text } from '../../contract/wire.ts';
import { refusalSentence } from '../answer.ts';
import { coinOf, decimalsOf } from '../processing/coinCatalog.ts';
import type { MerchantRules, MerchantSettings } from '../processing/merchantSettings.ts';
import { payoutLink } from '../processing/payoutLink.ts';
import type { ProcessingService } from '../processing/processingService.ts';
import type { ControlRoute } from './controlRoute.ts';

const rules = z.object({
  accountId: optional(requiredText),
  currency: optional(requiredText),
  threshold: optional(decimal.refine((value) => !value.isNegative() && value.lt(1), 'must be 0 or more, and below 1')),
  conversion: optional(z.boolean()),
  merchantCurrency: optional(text),
  excess: optional(z.enum(['manual', 'automatic'])),
  flow: optional(z.enum(['OneTimeAddress', 'SingleAddress'])),
  externalProcessor: optional(z.boolean()),
});

const payoutRequest = z.object({
  currency: requiredText,
  amount: positive,
  customOrderId: optional(text),
  accountId: optional(text),
  callbackUrl: optional(z.url()),
});

/** The simulator's own figure: the specification says that there is a minimum, but not how much (001 Payouts). */
const LEAST_PAYOUT = dec(10);

/** What a merchant sets and does in the client area of the payment service (001). */
export function paymentRoutes(payments: Pick<ProcessingService, 'configure' | 'payouts' | 'tokens' | 'world'>): readonly ControlRoute[] {
  return [
    {
      method: 'PUT',
      path: '/payment-rules',
      about: 'set the threshold and the conversion of deposits, for an account, a currency, or all',
      body: rules,
      act: (given: z.output<typeof rules>) => {
        payments.configure(changed(payments.world.settings, given));
        return payments.world.settings;
      },
    },
    {
      method: 'POST',
      path: '/payout-links',
      about: 'make a payout request link, where the customer enters address and currency',
      body: payoutRequest,
      act: ({ currency, amount, ...options }: z.output<typeof payoutRequest>, _id: string, origin: string) => {
        if (amount.lt(LEAST_PAYOUT)) throw new Fault('usage', `amount: must be at least ${LEAST_PAYOUT.toFixed()}`);
        const payout = payments.payouts.createForPage(currency, amount, options);
        if ('type' in payout) throw new Fault('usage', refusalSentence(payout));
        return payoutLink(payments, payout, payments.world.now(), origin).then((url) => ({ id: payout.id, url }));
      },
    },
    {
      method: 'POST',
      path: '/payouts/{id}/cancellation',
      about: 'cancel a payout that is still New',
      body: z.object({}),
      act: (_: unknown, id: string) => {
        const payout = payments.payouts.get(id);
        if (payout === undefined) throw new Fault('not-found', `payout intent ${id} is not known`);
        if (!payments.payouts.cancel(payout))
          throw new Fault('usage', `the payout is ${payout.status}: only one that is New can be cancelled`);
        return { id: payout.id, status: payout.status };
      },
    },
  ];
}

/** The settings with the given rules on top: for the account or the currency if one is named, else for all. */
function changed(settings: MerchantSettings, { accountId, currency, ...given }: z.output<typeof rules>): MerchantSettings {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<MerchantRules>;
  const { merchantCurrency } = given;
  if (merchantCurrency !== undefined && decimalsOf(merchantCurrency) === undefined)
    throw new Fault('not-found', `currency ${merchantCurrency} is not known`);
  if (currency !== undefined && coinOf(currency) === undefined) throw new Fault('not-found', `coin ${currency} is not known`);
  if (accountId !== undefined && currency !== undefined) throw new Fault('usage', 'give accountId or currency, not both');
  if (accountId !== undefined) {
    return { ...settings, accounts: { ...settings.accounts, [accountId]: { ...settings.accounts?.[accountId], ...set } } };
  }
  if (currency !== undefined) {
    return { ...settings, currencies: { ...settings.currencies, [currency]: { ...settings.currencies?.[currency], ...set } } };
  }
  return { ...settings, rules: { ...settings.rules, ...set } };
}
