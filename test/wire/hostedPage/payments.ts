import type { WireMessages } from '../message.ts';

/** 002 Customer, only what is required, and then everything. */
const CUSTOMER = {
  id: 'c-1',
  country: 'DE',
  email: 'ada@shop.example',
  full_phone_number: '+4915112345678',
  first_name: 'Ada',
  last_name: 'Lovelace',
  currency: 'EUR',
};
const WHOLE_CUSTOMER = {
  ...CUSTOMER,
  address: 'Street 1',
  city: 'Berlin',
  postal_code: '10115',
  is_depositor: true,
  affiliate_name: 'partner',
  balance: '1050',
  assigned_to_department_tree_path: 'sales/dach',
  trading_account_id: 't-1',
  documents: [{ type: 'TAX_ID', number: '12', country: 'DE' }],
};
const BODY = { customer: CUSTOMER, notification_url: 'https://shop.example/n' };

/** [field, longest that is allowed] of 002 Customer. */
const CUSTOMER_SIZES: readonly (readonly [string, number])[] = [
  ['id', 100],
  ['first_name', 50],
  ['last_name', 50],
  ['address', 100],
  ['city', 50],
  ['postal_code', 20],
  ['affiliate_name', 100],
  ['assigned_to_department_tree_path', 100],
  ['trading_account_id', 50],
];
const SIZES: readonly (readonly [string, number])[] = [
  ['notification_url', 256],
  ['origin_transaction_id', 50],
  ['variable1', 256],
  ['variable2', 256],
  ['variable3', 256],
];

const wrong = (field: string, body: unknown): { where: 'body'; json: string; field: string } => ({
  where: 'body',
  json: JSON.stringify(body),
  field,
});
const customer = (field: string, value: unknown): ReturnType<typeof wrong> =>
  wrong(`customer.${field}`, { ...BODY, customer: { ...CUSTOMER, [field]: value } });
const document = (field: string, value: unknown): ReturnType<typeof wrong> =>
  wrong(`customer.documents[0].${field}`, {
    ...BODY,
    customer: { ...CUSTOMER, documents: [{ type: 'TAX_ID', number: '12', country: 'DE', [field]: value }] },
  });

export const initiatePayment: WireMessages = {
  operation: 'payments.initiate',
  section: '002 Endpoints, POST /business-api/v1/intent/init; 002 Payment initiation request, Customer, Document',
  requests: [
    { line: 'POST /business-api/v1/intent/init', body: JSON.stringify(BODY), parameters: BODY },
    {
      line: 'POST /business-api/v1/intent/init',
      body: JSON.stringify({
        customer: WHOLE_CUSTOMER,
        notification_url: `https://shop.example/${'n'.repeat(235)}`,
        origin_transaction_id: 'o'.repeat(50),
        lang: 'de',
        source: 'MOBILE_APP',
        gtm: 'GTM-1234567',
        variable1: 'v'.repeat(256),
        variable2: '',
        variable3: 'x',
      }),
      parameters: {
        customer: WHOLE_CUSTOMER,
        notification_url: `https://shop.example/${'n'.repeat(235)}`,
        origin_transaction_id: 'o'.repeat(50),
        lang: 'de',
        source: 'MOBILE_APP',
        gtm: 'GTM-1234567',
        variable1: 'v'.repeat(256),
        variable2: '',
        variable3: 'x',
      },
    },
  ],
  replies: [
    {
      about: 'the page',
      status: 200,
      body: '{"redirect_url":"https://page.example/?jwt=x&lang=en"}',
      says: { redirect_url: 'https://page.example/?jwt=x&lang=en' },
    },
  ],
  unreadable: ['{}', '{"redirect_url":""}', '"https://page.example"'],
  wrong: [
    wrong('customer', { notification_url: BODY.notification_url }),
    wrong('notification_url', { customer: CUSTOMER }),
    wrong('notification_url', { ...BODY, notification_url: 'https://магазин.example' }),
    ...SIZES.map(([field, most]) => wrong(field, { ...BODY, [field]: 'a'.repeat(most + 1) })),
    wrong('lang', { ...BODY, lang: 'eng' }),
    wrong('source', { ...BODY, source: 'DESKTOP' }),
    wrong('gtm', { ...BODY, gtm: 'GTM-123456' }),
    ...Object.keys(CUSTOMER).map((field) => customer(field, undefined)),
    ...CUSTOMER_SIZES.map(([field, most]) => customer(field, 'a'.repeat(most + 1))),
    customer('id', ''),
    customer('country', 'DEU'),
    customer('email', 'ada'),
    customer('email', `${'a'.repeat(39)}@shop.example`.slice(0, 51)),
    customer('full_phone_number', '0151 1234'),
    customer('currency', 'Euro'),
    customer('is_depositor', 'yes'),
    customer('balance', '10.50'),
    customer('balance', '1'.repeat(21)),
    document('type', 'PASSPORT'),
    document('type', undefined),
    document('number', 'a'.repeat(51)),
    document('number', undefined),
    document('country', 'Germany'),
  ],
};
