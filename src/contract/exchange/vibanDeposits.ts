import { z } from 'zod';
import { operation, type Refusal } from '../operation.ts';
import { decimal, id, optional, positive, requiredText, text } from '../wire.ts';

/** The currencies of ViBAN deposits (000 Limits). They may be written in either case. */
export const VIBAN_CURRENCIES = ['EUR', 'USD', 'GBP'] as const;

/** Greater than 0, with at most two decimals. The venue sets the least amount itself (000 ViBAN deposit; 000 Limits). */
const amount = positive.refine((value) => value.decimalPlaces() <= 2, 'must have at most 2 decimals').meta({ wire: 'decimal' });

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/** IPv4 as four decimal numbers, or IPv6 (000 ViBAN deposit, `clientIp`). */
const clientIp = z
  .string()
  .refine((address) => ipv4.safeParse(address).success || ipv6.safeParse(address).success, 'expected an IPv4 or IPv6 address')
  .meta({ wire: 'text' });

/** 000 Deposit fee quote, with its currency. */
export const vibanFee = z.object({ netAmount: decimal, feeAmount: decimal, grossAmount: decimal, currency: text });

export const vibanInstructions = z.object({
  iban: text,
  bic: optional(text),
  bankName: optional(text),
  bankCountry: optional(text),
  bankAddress: optional(text),
  accountHolderName: optional(text),
  accountNumber: optional(text),
  amount: decimal,
  currency: text,
});

/** 000 ViBAN deposit. */
export const vibanDeposit = z.object({
  transactionId: id,
  status: text,
  amount: decimal,
  feeAmount: decimal,
  netAmount: decimal,
  currency: text,
  instructions: vibanInstructions,
});

/** 000 Errors 8. */
export const VIBAN_REFUSALS = [
  { status: 400, code: 'currency-not-supported', when: 'the currency is not enabled for ViBAN deposits' },
  { status: 400, code: 'method-not-available', when: 'ViBAN is temporarily unavailable' },
  { status: 400, code: 'deposit-locked', when: 'the same amount and currency were created recently' },
  { status: 400, code: 'email-required', when: 'the customer profile has no e-mail address' },
  { status: 400, code: 'company-data-required', when: 'the corporate profile lacks company name or registration number' },
  { status: 400, code: 'country-not-supported', when: 'unavailable for the country of the customer' },
  { status: 400, code: 'account-not-ready', when: 'the virtual IBAN account is still being provisioned; retry later' },
  { status: 400, code: 'payment-rejected', when: 'the provider rejected the deposit for another reason' },
  { status: 400, code: 'entity-not-valid', when: 'generic deposit validation failure' },
  { status: 400, code: 'entity-not-found', when: 'the customer could not be resolved' },
  { status: 500, code: 'server-error', when: 'unexpected failure' },
] as const satisfies readonly Refusal[];

const RESTRICTED: Refusal = { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' };

/** Fiat deposits by bank transfer to a personal virtual IBAN (000 ViBAN deposit). */
export const vibanDeposits = {
  'vibanDeposits.fee': operation({
    about: 'What a bank transfer to the personal virtual IBAN would cost; for information',
    method: 'POST',
    path: '/v1/fiat/deposits/viban/fee',
    section: '000 ViBAN deposit',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: z.object({ amount, currency: requiredText }) },
    reply: { status: 200, body: vibanFee },
    refusals: [...VIBAN_REFUSALS, RESTRICTED],
    example: {
      request: { amount: '250.5', currency: 'eur' },
      reply: '{"netAmount":249.5,"feeAmount":1,"grossAmount":250.5,"currency":"EUR"}',
    },
  }),
  'vibanDeposits.create': operation({
    about: 'Announce a bank transfer to the personal virtual IBAN',
    method: 'POST',
    path: '/v1/fiat/deposits/viban',
    section: '000 ViBAN deposit',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: z.object({ amount, currency: requiredText, clientIp }) },
    reply: { status: 200, body: vibanDeposit },
    refusals: [...VIBAN_REFUSALS, RESTRICTED],
    example: {
      request: { amount: '250.5', currency: 'EUR', clientIp: '203.0.113.7' },
      reply:
        '{"transactionId":40001,"status":"Pending","amount":250.5,"feeAmount":1,"netAmount":249.5,"currency":"EUR","instructions":{"iban":"DE27100777770209299700","bic":"SIMUDEFFXXX","bankName":"Virtual Simulated Bank","bankCountry":"DE","bankAddress":"Hafenstrasse 2, Frankfurt am Main","accountHolderName":"Simulated Customer","accountNumber":"0209299700","amount":250.5,"currency":"EUR"}}',
    },
  }),
} as const;
