import { z } from 'zod';
import { countryIso2 } from '../countryIso2.ts';
import { operation } from '../operation.ts';
import { decimal, int, optional, positive, requiredText, text } from '../wire.ts';

/** An ISO 4217 code. A code of another form is a currency that is unknown or not fiat, which the venue says by 404 (000 Errors 3). */
const fiatCurrency = z
  .string()
  .regex(/^[A-Za-z0-9]{1,20}$/, 'expected a currency code, like EUR (ISO 4217)')
  .meta({ wire: 'text' });

/** Two letters, two digits, and up to thirty letters and digits. Blanks between groups are allowed. The venue checks the rest. */
const iban = z
  .string()
  .regex(/^[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{10,40}$/, 'expected an IBAN')
  .meta({ wire: 'text' });

/** 000 Wire-transfer bank account. */
export const bankAccount = z.object({
  id: int,
  minDepositAmount: decimal,
  depositFeeFixedAmount: decimal,
  depositFeePercentAmount: decimal,
  currency: text,
  bankName: text,
  iban: optional(text),
});

/** 000 Deposit fee quote, without a currency. */
export const wireFee = z.object({ netAmount: decimal, feeAmount: decimal, grossAmount: decimal });

/** 000 Wire deposit instructions. */
export const wireInstructions = z.object({
  amount: decimal,
  recipient: text,
  bankAddress: optional(text),
  bankZip: optional(text),
  bankCity: optional(text),
  bankCountry: optional(text),
  swiftCode: optional(text),
  iban: optional(text),
  paymentReference: text,
  referenceNumber: optional(text),
  routingNumber: optional(text),
});

const RESTRICTED = { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' } as const;
const NOT_FIAT = { status: 404, when: 'the currency is not known, or is not a fiat currency' } as const;

/** Fiat deposits by wire transfer, in the order of use (000 Wire-transfer deposit). */
export const wireDeposits = {
  'wireDeposits.bankAccounts': operation({
    about: 'Bank accounts that take wire transfers in a currency from a country',
    method: 'GET',
    path: '/v1/fiat/deposits/wire-transfer/bank-accounts',
    section: '000 Wire-transfer deposit',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: { query: z.object({ countryIso2, currency: fiatCurrency }) },
    reply: { status: 200, body: z.array(bankAccount) },
    refusals: [RESTRICTED, NOT_FIAT],
    example: {
      request: { countryIso2: 'SE', currency: 'EUR' },
      reply:
        '[{"id":11,"minDepositAmount":100,"depositFeeFixedAmount":5,"depositFeePercentAmount":0.1,"currency":"EUR","bankName":"First Simulated Bank","iban":"DE75512108001245126199"}]',
    },
  }),
  'wireDeposits.fee': operation({
    about: 'What a wire transfer of an amount would cost',
    method: 'POST',
    path: '/v1/fiat/deposits/wire-transfer/fee',
    section: '000 Wire-transfer deposit',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: z.object({ amount: positive, currency: fiatCurrency, countryIso2, bankAccountId: int }) },
    reply: { status: 200, body: wireFee },
    refusals: [RESTRICTED, NOT_FIAT],
    example: {
      request: { amount: '1000', currency: 'EUR', countryIso2: 'SE', bankAccountId: '11' },
      reply: '{"netAmount":994,"feeAmount":6,"grossAmount":1000}',
    },
  }),
  'wireDeposits.create': operation({
    about: 'Announce a wire transfer, and learn where to send it',
    method: 'POST',
    path: '/v1/fiat/deposits/wire-transfer',
    section: '000 Wire-transfer deposit',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z.object({
        netAmount: positive,
        feeAmount: decimal.refine((value) => value.gte(0), 'must be 0 or more').meta({ wire: 'decimal' }),
        currency: fiatCurrency,
        customerBankName: requiredText,
        customerIban: iban,
        customerBankCountryIso2: countryIso2,
        bankAccountId: int,
      }),
    },
    reply: { status: 200, body: wireInstructions },
    refusals: [RESTRICTED, NOT_FIAT],
    example: {
      request: {
        netAmount: '994',
        feeAmount: '6',
        currency: 'EUR',
        customerBankName: 'Handelsbanken',
        customerIban: 'SE4550000000058398257466',
        customerBankCountryIso2: 'SE',
        bankAccountId: '11',
      },
      reply:
        '{"amount":1000,"recipient":"First Simulated Bank","bankAddress":"Hafenstrasse 1","bankZip":"60311","bankCity":"Frankfurt am Main","bankCountry":"DE","swiftCode":"SIMUDEFFXXX","iban":"DE75512108001245126199","paymentReference":"WT-40000","referenceNumber":"40000","routingNumber":""}',
    },
  }),
} as const;
