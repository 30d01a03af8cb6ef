import type { WireMessages } from '../message.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const PERSON = { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' };
const PERSON_JSON = '{"firstName":"Anna","lastName":"Lind","countryOfBirthCode":"SE","dateOfBirth":"1984-02-29"}';

const feeRequests = (path: string): WireMessages['requests'] => [
  {
    line: `POST ${path}`,
    body: `{"amount":0.00000001,"currency":"BTC","networkCode":"BTC","destinationAddress":"${BTC_ADDRESS}"}`,
    parameters: { amount: '0.00000001', currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS },
  },
  {
    line: `POST ${path}`,
    body: `{"amount":25.5,"currency":"XRP","networkCode":"XRP","destinationAddress":"${XRP_ADDRESS}","destinationAdditionalAddress":"1040027","feeType":"gross"}`,
    parameters: {
      amount: '25.5',
      currency: 'XRP',
      networkCode: 'XRP',
      destinationAddress: XRP_ADDRESS,
      destinationAdditionalAddress: '1040027',
      feeType: 'gross',
    },
  },
];

const QUOTE = {
  about: 'five amounts',
  status: 200,
  body: '{"amount":0.5,"feeAmount":0.00020000,"netAmount":0.5,"grossAmount":0.50020000,"minWithdrawalAmount":0.0005}',
  says: { amount: '0.5', feeAmount: '0.0002', netAmount: '0.5', grossAmount: '0.5002', minWithdrawalAmount: '0.0005' },
};

const WRONG_FEES: NonNullable<WireMessages['wrong']> = [
  { where: 'body', json: '{"amount":0,"currency":"BTC","networkCode":"BTC","destinationAddress":"a"}', field: 'amount' },
  { where: 'body', json: '{"amount":"1","currency":"BTC","networkCode":"BTC","destinationAddress":"a"}', field: 'amount' },
  { where: 'body', json: '{"amount":1,"networkCode":"BTC","destinationAddress":"a"}', field: 'currency' },
  { where: 'body', json: '{"amount":1,"currency":"BTC","networkCode":"","destinationAddress":"a"}', field: 'networkCode' },
  { where: 'body', json: '{"amount":1,"currency":"BTC","networkCode":"BTC"}', field: 'destinationAddress' },
  { where: 'body', json: '{"amount":1,"currency":"BTC","networkCode":"BTC","destinationAddress":"a","feeType":"Net"}', field: 'feeType' },
];

export const withdrawalFee: WireMessages = {
  operation: 'withdrawals.fee',
  section: '000 Withdrawals, POST /v2/withdrawals/fee; 000 Withdrawal fee quote',
  requests: feeRequests('/v2/withdrawals/fee'),
  replies: [
    QUOTE,
    {
      about: 'the Travel Rule names the fields of the beneficiary',
      status: 200,
      body: '{"amount":1,"feeAmount":0,"netAmount":1,"grossAmount":1,"minWithdrawalAmount":0.0005,"travelRuleBeneficiaryFields":["firstName","lastName","countryOfBirthCode","dateOfBirth"]}',
      says: {
        amount: '1',
        feeAmount: '0',
        netAmount: '1',
        grossAmount: '1',
        minWithdrawalAmount: '0.0005',
        travelRuleBeneficiaryFields: ['firstName', 'lastName', 'countryOfBirthCode', 'dateOfBirth'],
      },
    },
  ],
  unreadable: ['{}', '[]', '{"amount":1,"feeAmount":0,"netAmount":1}'],
  wrong: WRONG_FEES,
};

export const oldWithdrawalFee: WireMessages = {
  operation: 'withdrawalsV1.fee',
  section: '000 Withdrawals, obsolete: POST /v1/withdrawals/fee',
  requests: feeRequests('/v1/withdrawals/fee'),
  replies: [QUOTE],
  unreadable: ['{}', '[]'],
  wrong: WRONG_FEES,
};

const full = `{"id":2147483647,"currency":"XRP","networkCode":"XRP","grossAmount":25.75,"netAmount":25.5,"amount":25.5,"fee":0.25,"destinationAddress":"${XRP_ADDRESS}","destinationAdditionalAddress":"1040027","referenceId":"r-1","clientTag":"c-1"`;
const fullSays = {
  id: '2147483647',
  currency: 'XRP',
  networkCode: 'XRP',
  grossAmount: '25.75',
  netAmount: '25.5',
  amount: '25.5',
  fee: '0.25',
  destinationAddress: XRP_ADDRESS,
  destinationAdditionalAddress: '1040027',
  referenceId: 'r-1',
  clientTag: 'c-1',
};
const SHORT = {
  about: 'without what was not given',
  status: 200,
  body: `{"id":1,"currency":"BTC","networkCode":"BTC","grossAmount":1,"netAmount":0.9998,"amount":1,"fee":0.0002,"destinationAddress":"${BTC_ADDRESS}","referenceId":null}`,
  says: {
    id: '1',
    currency: 'BTC',
    networkCode: 'BTC',
    grossAmount: '1',
    netAmount: '0.9998',
    amount: '1',
    fee: '0.0002',
    destinationAddress: BTC_ADDRESS,
  },
};

const base = `"currency":"BTC","networkCode":"BTC","amount":1,"destinationAddress":"${BTC_ADDRESS}"`;

export const withdraw: WireMessages = {
  operation: 'withdrawals.create',
  section: '000 Withdrawals, POST /v2/withdrawals; 000 Crypto withdrawal; 000 Beneficiary',
  requests: [
    {
      line: 'POST /v2/withdrawals',
      body: `{${base}}`,
      parameters: { currency: 'BTC', networkCode: 'BTC', amount: '1', destinationAddress: BTC_ADDRESS },
    },
    {
      line: 'POST /v2/withdrawals',
      body: `{"currency":"XRP","networkCode":"XRP","amount":2500.000001,"destinationAddress":"${XRP_ADDRESS}","destinationAdditionalAddress":"1040027","referenceId":"r-1","clientTag":"c-1","feeType":"net","beneficiary":${PERSON_JSON}}`,
      parameters: {
        currency: 'XRP',
        networkCode: 'XRP',
        amount: '2500.000001',
        destinationAddress: XRP_ADDRESS,
        destinationAdditionalAddress: '1040027',
        referenceId: 'r-1',
        clientTag: 'c-1',
        feeType: 'net',
        beneficiary: PERSON,
      },
    },
  ],
  replies: [
    { about: 'all members', status: 200, body: `${full},"beneficiary":${PERSON_JSON}}`, says: { ...fullSays, beneficiary: PERSON } },
    SHORT,
  ],
  unreadable: ['{}', '[]', '{"id":1}'],
  wrong: [
    { where: 'body', json: `{${base.replace('"amount":1', '"amount":-1')}}`, field: 'amount' },
    { where: 'body', json: `{${base},"feeType":"none"}`, field: 'feeType' },
    ...['firstName', 'lastName', 'countryOfBirthCode', 'dateOfBirth'].map((field) => ({
      where: 'body' as const,
      json: `{${base},"beneficiary":${JSON.stringify({ ...PERSON, [field]: undefined })}}`,
      field: `beneficiary.${field}`,
    })),
    {
      where: 'body',
      json: `{${base},"beneficiary":${JSON.stringify({ ...PERSON, countryOfBirthCode: 'SWE' })}}`,
      field: 'beneficiary.countryOfBirthCode',
    },
    {
      where: 'body',
      json: `{${base},"beneficiary":${JSON.stringify({ ...PERSON, dateOfBirth: '1983-02-29' })}}`,
      field: 'beneficiary.dateOfBirth',
    },
    {
      where: 'body',
      json: `{${base},"beneficiary":${JSON.stringify({ ...PERSON, dateOfBirth: '29/02/1984' })}}`,
      field: 'beneficiary.dateOfBirth',
    },
  ],
};

export const oldWithdraw: WireMessages = {
  operation: 'withdrawalsV1.create',
  section: '000 Withdrawals, obsolete: POST /v1/withdrawals',
  requests: [
    {
      line: 'POST /v1/withdrawals',
      body: `{${base},"referenceId":"r-1"}`,
      parameters: { currency: 'BTC', networkCode: 'BTC', amount: '1', destinationAddress: BTC_ADDRESS, referenceId: 'r-1' },
    },
  ],
  replies: [{ about: 'all members', status: 200, body: `${full}}`, says: fullSays }, SHORT],
  unreadable: ['{}', '[]', '{"id":1}'],
  wrong: [{ where: 'body', json: `{${base.replace('BTC"', '"')}}`, field: 'currency' }],
};

export const fiatWithdrawalFee: WireMessages = {
  operation: 'fiatWithdrawals.fee',
  section: '000 Withdrawals, fiat withdrawal fee (the body is ours: it is not shown)',
  requests: [
    {
      line: 'POST /v1/fiat/withdrawals/fee',
      body: '{"amount":250.5,"currency":"EUR","feeType":"net"}',
      parameters: { amount: '250.5', currency: 'EUR', feeType: 'net' },
    },
  ],
  replies: [
    {
      about: 'the amounts of the fee mode',
      status: 200,
      body: '{"amount":250.50,"feeAmount":5,"netAmount":250.50,"grossAmount":255.50}',
      says: { amount: '250.5', feeAmount: '5', netAmount: '250.5', grossAmount: '255.5' },
    },
  ],
  unreadable: ['{}', '[]'],
  wrong: [{ where: 'body', json: '{"amount":0,"currency":"EUR"}', field: 'amount' }],
};
