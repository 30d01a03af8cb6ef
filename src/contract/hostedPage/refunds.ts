import { z } from 'zod';
import { operation } from '../operation.ts';
import { optional, text } from '../wire.ts';
import { BLANK, currencyCode, KIND, minorUnits, textUpTo } from './textFields.ts';

const money = z.object({ amount: minorUnits, currency: currencyCode }, KIND);

const submission = {
  method: 'POST',
  section: '002 Endpoints',
  auth: 'bearer',
  repeat: 'never',
  priority: 'convert',
  request: {
    body: z.object({
      refunds: z
        .array(
          z.object({
            transaction_id: textUpTo(36).regex(
              /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/,
              'expected the UUID of a payment transaction',
            ),
            origin_transaction_id: optional(text),
            money,
            converted_money: optional(money),
          }),
          KIND,
        )
        .min(1, BLANK),
    }),
  },
  reply: { status: 200, body: z.object({ status: text }) },
  refusals: [{ status: 422, code: 'VALIDATION_ERROR', when: 'a field is missing or malformed' }],
  example: {
    request: {
      refunds: [
        {
          transaction_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
          origin_transaction_id: 'refund-1',
          money: { amount: '1050', currency: 'EUR' },
        },
      ],
    },
    reply: '{"status":"ACCEPTED"}',
  },
} as const;

/** Refunds completed payments, many at once (002 Refund request). */
export const refunds = {
  'refunds.submit': operation({
    about: 'Ask for refunds of payments, many at once',
    path: '/business-api/v1/batch-refunds/',
    ...submission,
  }),
  'refunds.submitByGateway': operation({
    about: 'The same by the alternate form of the path',
    path: '/api/gateway/business-api/v1/batch-refunds/',
    ...submission,
  }),
} as const;
