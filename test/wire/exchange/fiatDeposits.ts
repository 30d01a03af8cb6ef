import type { WireMessages } from '../message.ts';

export const bankAccounts: WireMessages = {
  operation: 'wireDeposits.bankAccounts',
  section: '000 Wire-transfer deposit, GET bank-accounts; 000 Wire-transfer bank account',
  requests: [
    {
      line: 'GET /v1/fiat/deposits/wire-transfer/bank-accounts',
      query: 'countryIso2=SE&currency=EUR',
      parameters: { countryIso2: 'SE', currency: 'EUR' },
    },
  ],
  replies: [
    {
      about: 'a bank, and none',
      status: 200,
      body: '[{"id":11,"minDepositAmount":100.00,"depositFeeFixedAmount":5,"depositFeePercentAmount":0.10,"currency":"EUR","bankName":"First Bank","iban":"DE75512108001245126199"}]',
      says: [
        {
          id: 11,
          minDepositAmount: '100',
          depositFeeFixedAmount: '5',
          depositFeePercentAmount: '0.1',
          currency: 'EUR',
          bankName: 'First Bank',
          iban: 'DE75512108001245126199',
        },
      ],
    },
    { about: 'no bank', status: 200, body: '[]', says: [] },
  ],
  unreadable: ['{}', '[{"id":"11"}]'],
  wrong: [
    { where: 'query', json: '{"countryIso2":"SWE","currency":"EUR"}', field: 'countryIso2' },
    { where: 'query', json: '{"countryIso2":"SE","currency":"E-R"}', field: 'currency' },
    { where: 'query', json: '{"currency":"EUR"}', field: 'countryIso2' },
  ],
};

export const wireFee: WireMessages = {
  operation: 'wireDeposits.fee',
  section: '000 Wire-transfer deposit, POST fee; 000 Deposit fee quote',
  requests: [
    {
      line: 'POST /v1/fiat/deposits/wire-transfer/fee',
      body: '{"amount":1000.55,"currency":"EUR","countryIso2":"SE","bankAccountId":11}',
      parameters: { amount: '1000.55', currency: 'EUR', countryIso2: 'SE', bankAccountId: 11 },
    },
  ],
  replies: [
    {
      about: 'without a currency',
      status: 200,
      body: '{"netAmount":994.54,"feeAmount":6.01,"grossAmount":1000.55}',
      says: { netAmount: '994.54', feeAmount: '6.01', grossAmount: '1000.55' },
    },
  ],
  unreadable: ['{}', '[]'],
  wrong: [
    { where: 'body', json: '{"amount":0,"currency":"EUR","countryIso2":"SE","bankAccountId":11}', field: 'amount' },
    { where: 'body', json: '{"amount":1,"currency":"EUR","countryIso2":"SE","bankAccountId":1.5}', field: 'bankAccountId' },
    { where: 'body', json: '{"amount":1,"currency":"EUR","countryIso2":"SE"}', field: 'bankAccountId' },
  ],
};

const WIRE = {
  netAmount: '994.54',
  feeAmount: '6.01',
  currency: 'EUR',
  customerBankName: 'Handelsbanken',
  customerIban: 'SE4550000000058398257466',
  customerBankCountryIso2: 'SE',
  bankAccountId: 11,
};
const WIRE_JSON =
  '{"netAmount":994.54,"feeAmount":6.01,"currency":"EUR","customerBankName":"Handelsbanken","customerIban":"SE4550000000058398257466","customerBankCountryIso2":"SE","bankAccountId":11}';

export const wireDeposit: WireMessages = {
  operation: 'wireDeposits.create',
  section: '000 Wire-transfer deposit, POST wire-transfer; 000 Wire deposit instructions',
  requests: [{ line: 'POST /v1/fiat/deposits/wire-transfer', body: WIRE_JSON, parameters: WIRE }],
  replies: [
    {
      about: 'the routing number may be empty',
      status: 200,
      body: '{"amount":1000.55,"recipient":"First Bank","bankAddress":"Street 1","bankZip":"60311","bankCity":"Frankfurt","bankCountry":"DE","swiftCode":"SIMUDEFFXXX","iban":"DE75512108001245126199","paymentReference":"WT-1","referenceNumber":"1","routingNumber":""}',
      says: {
        amount: '1000.55',
        recipient: 'First Bank',
        bankAddress: 'Street 1',
        bankZip: '60311',
        bankCity: 'Frankfurt',
        bankCountry: 'DE',
        swiftCode: 'SIMUDEFFXXX',
        iban: 'DE75512108001245126199',
        paymentReference: 'WT-1',
        referenceNumber: '1',
        routingNumber: '',
      },
    },
  ],
  unreadable: ['{}', '{"amount":"1000"}'],
  wrong: [
    { where: 'body', json: WIRE_JSON.replace('994.54', '0'), field: 'netAmount' },
    { where: 'body', json: WIRE_JSON.replace('6.01', '-1'), field: 'feeAmount' },
    { where: 'body', json: WIRE_JSON.replace('Handelsbanken', ''), field: 'customerBankName' },
    { where: 'body', json: WIRE_JSON.replace('SE45', '4545'), field: 'customerIban' },
    { where: 'body', json: WIRE_JSON.replace('"SE"', '"S"'), field: 'customerBankCountryIso2' },
  ],
};

export const vibanFee: WireMessages = {
  operation: 'vibanDeposits.fee',
  section: '000 ViBAN deposit, POST fee; 000 Deposit fee quote',
  requests: [
    {
      line: 'POST /v1/fiat/deposits/viban/fee',
      body: '{"amount":250.5,"currency":"eur"}',
      parameters: { amount: '250.5', currency: 'eur' },
    },
  ],
  replies: [
    {
      about: 'with its currency',
      status: 200,
      body: '{"netAmount":249.50,"feeAmount":1.00,"grossAmount":250.50,"currency":"EUR"}',
      says: { netAmount: '249.5', feeAmount: '1', grossAmount: '250.5', currency: 'EUR' },
    },
  ],
  unreadable: ['{}', '{"netAmount":1,"feeAmount":1,"grossAmount":2}'],
  wrong: [
    { where: 'body', json: '{"amount":0,"currency":"EUR"}', field: 'amount' },
    { where: 'body', json: '{"amount":0.001,"currency":"EUR"}', field: 'amount' },
    { where: 'body', json: '{"amount":1,"currency":""}', field: 'currency' },
  ],
};

const viban = (more: string): string => `{"amount":250.5,"currency":"EUR",${more}}`;

export const vibanDeposit: WireMessages = {
  operation: 'vibanDeposits.create',
  section: '000 ViBAN deposit, POST viban; 000 ViBAN deposit (resource)',
  requests: [
    {
      line: 'POST /v1/fiat/deposits/viban',
      body: viban('"clientIp":"203.0.113.7"'),
      parameters: { amount: '250.5', currency: 'EUR', clientIp: '203.0.113.7' },
    },
    {
      line: 'POST /v1/fiat/deposits/viban',
      body: viban('"clientIp":"2001:db8::7"'),
      parameters: { amount: '250.5', currency: 'EUR', clientIp: '2001:db8::7' },
    },
  ],
  replies: [
    {
      about: 'instructions inside',
      status: 200,
      body: '{"transactionId":40001,"status":"Pending","amount":250.50,"feeAmount":1,"netAmount":249.50,"currency":"EUR","instructions":{"iban":"DE27100777770209299700","bic":"SIMUDEFFXXX","bankName":"B","bankCountry":"DE","bankAddress":"A","accountHolderName":"H","accountNumber":"0209299700","amount":250.50,"currency":"EUR"}}',
      says: {
        transactionId: '40001',
        status: 'Pending',
        amount: '250.5',
        feeAmount: '1',
        netAmount: '249.5',
        currency: 'EUR',
        instructions: {
          iban: 'DE27100777770209299700',
          bic: 'SIMUDEFFXXX',
          bankName: 'B',
          bankCountry: 'DE',
          bankAddress: 'A',
          accountHolderName: 'H',
          accountNumber: '0209299700',
          amount: '250.5',
          currency: 'EUR',
        },
      },
    },
  ],
  unreadable: ['{}', '{"transactionId":1,"status":"Pending","amount":1,"feeAmount":0,"netAmount":1,"currency":"EUR"}'],
  wrong: [
    { where: 'body', json: '{"amount":250.5,"currency":"EUR"}', field: 'clientIp' },
    ...['', '203.0.113', '203.0.113.256', '203.0.113.7:80', '2001:db8:::7', 'localhost', '0x7f.1'].map((ip) => ({
      where: 'body' as const,
      json: viban(`"clientIp":"${ip}"`),
      field: 'clientIp',
    })),
    { where: 'body', json: '{"amount":-1,"currency":"EUR","clientIp":"1.2.3.4"}', field: 'amount' },
    { where: 'body', json: '{"amount":1.234,"currency":"EUR","clientIp":"1.2.3.4"}', field: 'amount' },
  ],
};
