import { z } from 'zod';
import { operation, type Refusal } from '../operation.ts';
import { decimal, id, mayBeEmpty, optional, positive, requiredText, text } from '../wire.ts';
import { beneficiary, beneficiaryReply } from './beneficiary.ts';
import { feeType } from './feeType.ts';

/** What a withdrawal would cost (000 Withdrawal fee quote). */
export const withdrawalFee = z.object({
  amount: decimal,
  feeAmount: decimal,
  netAmount: decimal,
  grossAmount: decimal,
  minWithdrawalAmount: optional(decimal),
});

/** A fee quote with the beneficiary's fields that the withdrawal will need. They are absent when the Travel Rule does not apply. */
const withdrawalFeeV2 = withdrawalFee.extend({ travelRuleBeneficiaryFields: optional(z.array(text)) });

/** 000 Crypto withdrawal. */
export const withdrawal = z.object({
  id,
  currency: text,
  networkCode: text,
  grossAmount: decimal,
  netAmount: decimal,
  amount: decimal,
  fee: decimal,
  destinationAddress: text,
  destinationAdditionalAddress: mayBeEmpty(text),
  referenceId: mayBeEmpty(text),
  clientTag: mayBeEmpty(text),
});

const withdrawalV2 = withdrawal.extend({ beneficiary: optional(beneficiaryReply) });

const feeRequest = z.object({
  amount: positive,
  currency: requiredText,
  networkCode: requiredText,
  destinationAddress: requiredText,
  destinationAdditionalAddress: optional(text),
  feeType: optional(feeType),
});

const createRequest = z.object({
  currency: requiredText,
  networkCode: requiredText,
  amount: positive,
  destinationAddress: requiredText,
  destinationAdditionalAddress: optional(text),
  referenceId: optional(text),
  clientTag: optional(text),
  feeType: optional(feeType),
});

const DESTINATION_REFUSALS: readonly Refusal[] = [
  { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' },
  { status: 400, when: 'the destination address is not one of the network' },
  { status: 404, when: 'the currency is not known' },
];

const MONEY_REFUSALS: readonly Refusal[] = [
  ...DESTINATION_REFUSALS,
  { status: 400, when: 'the available withdrawal amount, without credit funds, does not suffice' },
  { status: 400, when: 'the referenceId was used before' },
];

const FEE_EXAMPLE = {
  request: {
    amount: '0.5',
    currency: 'BTC',
    networkCode: 'BTC',
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    feeType: 'net',
  },
  reply: '{"amount":0.5,"feeAmount":0.0002,"netAmount":0.5,"grossAmount":0.5002,"minWithdrawalAmount":0.0005}',
};

const CREATE_EXAMPLE = {
  request: {
    currency: 'BTC',
    networkCode: 'BTC',
    amount: '0.01',
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    referenceId: 'payout-2026-0017',
    feeType: 'gross',
  },
  reply:
    '{"id":70012,"currency":"BTC","networkCode":"BTC","grossAmount":0.01,"netAmount":0.0098,"amount":0.01,"fee":0.0002,"destinationAddress":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","referenceId":"payout-2026-0017"}',
};

/** Withdrawals of crypto currency, and the fees of crypto and fiat withdrawals (000 Withdrawals). */
export const withdrawals = {
  'withdrawals.fee': operation({
    about: 'What a crypto withdrawal would cost, and whether it needs a beneficiary',
    method: 'POST',
    path: '/v2/withdrawals/fee',
    section: '000 Withdrawals',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: feeRequest },
    reply: { status: 200, body: withdrawalFeeV2 },
    refusals: DESTINATION_REFUSALS,
    example: {
      request: FEE_EXAMPLE.request,
      reply: `${FEE_EXAMPLE.reply.slice(0, -1)},"travelRuleBeneficiaryFields":["firstName","lastName","countryOfBirthCode","dateOfBirth"]}`,
    },
  }),
  'withdrawals.create': operation({
    about: 'Withdraw crypto currency to an address',
    method: 'POST',
    path: '/v2/withdrawals',
    section: '000 Withdrawals',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: createRequest.extend({ beneficiary: optional(beneficiary) }) },
    reply: { status: 200, body: withdrawalV2 },
    refusals: [...MONEY_REFUSALS, { status: 400, when: 'a customer of the EU gives no beneficiary above USD 1000' }],
    example: CREATE_EXAMPLE,
  }),
  'withdrawalsV1.fee': operation({
    about: 'What a crypto withdrawal would cost',
    method: 'POST',
    path: '/v1/withdrawals/fee',
    section: '000 Withdrawals',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: feeRequest },
    reply: { status: 200, body: withdrawalFee },
    refusals: DESTINATION_REFUSALS,
    obsolete: 'use withdrawals.fee',
    example: FEE_EXAMPLE,
  }),
  'withdrawalsV1.create': operation({
    about: 'Withdraw crypto currency to an address, without Travel Rule data',
    method: 'POST',
    path: '/v1/withdrawals',
    section: '000 Withdrawals',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: createRequest },
    reply: { status: 200, body: withdrawal },
    refusals: MONEY_REFUSALS,
    obsolete: 'use withdrawals.create',
    example: CREATE_EXAMPLE,
  }),
  'fiatWithdrawals.fee': operation({
    about: 'What a fiat withdrawal would cost; the body is not shown in the specification',
    method: 'POST',
    path: '/v1/fiat/withdrawals/fee',
    section: '000 Withdrawals',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: z.object({ amount: positive, currency: requiredText, feeType: optional(feeType) }) },
    reply: { status: 200, body: withdrawalFee },
    refusals: [
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' },
      { status: 404, when: 'the currency is not known, or is not a fiat currency' },
    ],
    example: {
      request: { amount: '250', currency: 'EUR', feeType: 'net' },
      reply: '{"amount":250,"feeAmount":5,"netAmount":250,"grossAmount":255,"minWithdrawalAmount":20}',
    },
  }),
} as const;
