import { z } from 'zod';
import { isWebUrl } from '../webUrl.ts';
import { operation } from '../operation.ts';
import { optional, requiredText, withDefault } from '../wire.ts';
import { textAtMost, BLANK, countryCode, currencyCode, KIND, languageCode, textUpTo } from './textFields.ts';

const document = z.object({
  type: z.enum(['TAX_ID'], { error: (issue) => (issue.input === undefined || issue.input === null ? BLANK : 'expected TAX_ID') }),
  number: textUpTo(50),
  country: countryCode,
});

const customer = z.object(
  {
    id: textUpTo(100),
    country: countryCode,
    email: textUpTo(50).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'expected an e-mail address'),
    full_phone_number: textUpTo(50).regex(/^\+?[1-9]\d{1,14}$/, 'expected a phone number by E.164, like +4915112345678'),
    first_name: textUpTo(50),
    last_name: textUpTo(50),
    currency: currencyCode,
    address: optional(textAtMost(100)),
    city: optional(textAtMost(50)),
    postal_code: optional(textAtMost(20)),
    is_depositor: optional(z.boolean({ error: 'expected true or false' })),
    affiliate_name: optional(textAtMost(100)),
    balance: optional(textAtMost(20).regex(/^-?\d+$/, 'expected a whole number of minor units')),
    assigned_to_department_tree_path: optional(textAtMost(100)),
    trading_account_id: optional(textAtMost(50)),
    documents: optional(z.array(document)),
  },
  KIND,
);

/** Printable Latin characters (002 Payment initiation request). */
const LATIN = /^[\x20-\x7e]*$/;

/** Sends a customer to a page to pay on (002 Endpoints). */
export const payments = {
  'payments.initiate': operation({
    about: 'Begin a payment: the answer is the page to which the customer is sent',
    method: 'POST',
    path: '/business-api/v1/intent/init',
    section: '002 Endpoints',
    auth: 'bearer',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z.object({
        customer,
        notification_url: textUpTo(256)
          .regex(LATIN, { error: 'must consist of Latin characters only', abort: true })
          .refine(isWebUrl, 'expected a URL, like https://shop.example/notify'),
        origin_transaction_id: optional(textAtMost(50)),
        lang: optional(withDefault(languageCode, 'en')),
        source: optional(z.enum(['WEB', 'MOBILE_APP', 'MOBILE_WEB'], { error: 'expected WEB, MOBILE_APP or MOBILE_WEB' })),
        gtm: optional(z.string().length(11, 'must have 11 characters')),
        variable1: optional(textAtMost(256)),
        variable2: optional(textAtMost(256)),
        variable3: optional(textAtMost(256)),
      }),
    },
    reply: { status: 200, body: z.object({ redirect_url: requiredText }) },
    refusals: [{ status: 422, code: 'VALIDATION_ERROR', when: 'a field is missing, too long or malformed' }],
    example: {
      request: {
        customer: {
          id: 'customer-1',
          country: 'DE',
          email: 'ada@shop.example',
          full_phone_number: '+4915112345678',
          first_name: 'Ada',
          last_name: 'Lovelace',
          currency: 'EUR',
        },
        notification_url: 'https://shop.example/notify',
        origin_transaction_id: 'order-1',
        lang: 'en',
        variable1: 'campaign-7',
      },
      reply: '{"redirect_url":"https://page.example/pay?jwt=abc&lang=en&variable1=campaign-7"}',
    },
  }),
} as const;
