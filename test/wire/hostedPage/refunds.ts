import type { WireMessages } from '../message.ts';

const ITEM = { transaction_id: '0f8fad5b-d9cb-469f-a165-70867728950e', money: { amount: 1050, currency: 'EUR' } };
const wrong = (field: string, body: unknown): { where: 'body'; json: string; field: string } => ({
  where: 'body',
  json: JSON.stringify(body),
  field,
});
const item = (field: string, change: object): ReturnType<typeof wrong> =>
  wrong(`refunds[1].${field}`, { refunds: [ITEM, { ...ITEM, ...change }] });

function messagesFor(operation: string, path: string): WireMessages {
  return {
    operation,
    section: '002 Endpoints, POST /business-api/v1/batch-refunds/; 002 Refund request',
    requests: [
      { line: `POST ${path}`, body: JSON.stringify({ refunds: [ITEM] }), parameters: { refunds: [ITEM] } },
      {
        line: `POST ${path}`,
        body: JSON.stringify({
          refunds: [
            ITEM,
            { ...ITEM, origin_transaction_id: 'r-1', money: ITEM.money, converted_money: { amount: 9007199254740991, currency: 'USD' } },
          ].map(({ transaction_id, money, ...rest }) =>
            'origin_transaction_id' in rest
              ? { transaction_id, origin_transaction_id: rest.origin_transaction_id, money, converted_money: rest.converted_money }
              : { transaction_id, money },
          ),
        }),
        parameters: {
          refunds: [ITEM, { ...ITEM, origin_transaction_id: 'r-1', converted_money: { amount: 9007199254740991, currency: 'USD' } }],
        },
      },
    ],
    replies: [{ about: 'taken for processing', status: 200, body: '{"status":"ACCEPTED"}', says: { status: 'ACCEPTED' } }],
    unreadable: ['{}', '[]', ''],
    wrong: [
      wrong('refunds', {}),
      wrong('refunds', { refunds: [] }),
      item('transaction_id', { transaction_id: undefined }),
      item('transaction_id', { transaction_id: '7' }),
      item('money', { money: undefined }),
      item('money.amount', { money: { currency: 'EUR' } }),
      item('money.amount', { money: { amount: 10.5, currency: 'EUR' } }),
      item('money.amount', { money: { amount: 0, currency: 'EUR' } }),
      item('money.currency', { money: { amount: 1 } }),
      item('money.currency', { money: { amount: 1, currency: 'euro' } }),
      item('converted_money.amount', { converted_money: { amount: '1', currency: 'EUR' } }),
    ],
  };
}

export const submitRefunds = messagesFor('refunds.submit', '/business-api/v1/batch-refunds/');
export const submitRefundsByGateway = messagesFor('refunds.submitByGateway', '/api/gateway/business-api/v1/batch-refunds/');
