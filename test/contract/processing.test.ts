import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../src/base/json.ts';
import { processing } from '../../src/contract/processing.ts';
import { coins } from '../../src/contract/processing/coins.ts';
import { cryptoRefunds } from '../../src/contract/processing/cryptoRefunds.ts';
import {
  coinNetwork,
  intentSearch,
  optionalDecimal,
  pageLink,
  pageRequest,
  skip,
  take,
  uuid,
} from '../../src/contract/processing/intentFields.ts';
import { paymentAddresses } from '../../src/contract/processing/paymentAddresses.ts';
import { paymentIntent } from '../../src/contract/processing/paymentIntent.ts';
import { paymentIntents } from '../../src/contract/processing/paymentIntents.ts';
import { payouts } from '../../src/contract/processing/payouts.ts';
import { tableSuite } from './tableSuite.ts';

tableSuite(processing, '001');

const reads = (schema: z.ZodType, json: string): boolean => z.safeDecode(schema, parseJson(json)).success;

describe('the table of 001', () => {
  it('is put together from its areas, and has every operation of the document', () => {
    const parts = [coins, paymentIntents, cryptoRefunds, paymentAddresses, payouts].flatMap((part) => Object.keys(part));
    expect(Object.keys(processing)).toEqual(parts);
    expect(parts).toHaveLength(21);
  });

  it('repeats nothing that asks for money or moves it', () => {
    const once = Object.entries(processing)
      .filter(([, row]) => row.repeat === 'never')
      .map(([name]) => name);
    expect(once.toSorted()).toEqual([
      'paymentIntents.acceptReceived',
      'paymentIntents.create',
      'paymentIntents.createPage',
      'paymentIntents.refund',
      'paymentIntents.retry',
      'payouts.create',
      'payouts.createPage',
    ]);
  });
});

describe('fields of 001', () => {
  it.each([
    [uuid, '"0f8fad5b-d9cb-469f-a165-70867728950e"', '"0f8fad5b"'],
    [skip, '0', '-1'],
    [take, '500', '501'],
    [take, '1', '0'],
    [intentSearch, '{"customOrderId":null}', '{"take":501}'],
    [pageRequest, '{"currency":"EUR","amount":1}', '{"currency":"EUR"}'],
    [pageLink, '"https://x.example"', '""'],
    [coinNetwork, '{"networkCode":"BTC"}', '{}'],
    [optionalDecimal, 'null', '"1"'],
    [paymentIntent, '{"id":"0f8fad5b-d9cb-469f-a165-70867728950e","status":"Some new one"}', '{"status":"New"}'],
  ] as const)('%# takes %s and not %s', (schema, good, bad) => {
    expect([reads(schema, good), reads(schema, bad)]).toEqual([true, false]);
  });
});

describe('a service that leaves texts empty and gives numbers where 001 shows no type', () => {
  const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

  it('has payouts that can be read: the id of the transaction is a number elsewhere (000 Crypto withdrawal)', () => {
    const { body } = payouts['payouts.get'].reply;
    const read = z.decode(body, parseJson(`{"id":"${ID}","status":"Processing","transactionId":51001,"transactionHash":""}`) as never);
    expect(read).toMatchObject({ transactionId: '51001' });
    expect(read.transactionHash).toBeUndefined();
  });

  it('has intents that can be read: without an external processor there is no id of one (001 Payment intent, retry record)', () => {
    const retry = `{"id":"${ID}","status":"Completed","failureReason":"","externalTransactionId":""}`;
    const json = `{"id":"${ID}","status":"Completed","statusDescription":"","retryPaymentIntents":[${retry}],"customConversion":{"id":7}}`;
    const read = z.decode(paymentIntent, parseJson(json) as never);
    expect(read.retryPaymentIntents).toEqual([expect.objectContaining({ externalTransactionId: undefined, failureReason: undefined })]);
    expect([read.statusDescription, read.customConversion?.id]).toEqual([undefined, '7']);
  });
});
