import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { gridOf } from '../../src/model/grid.ts';
import { behaviourChoice } from '../../src/simulator/behaviourChoices.ts';
import { roundedSteps } from '../../src/simulator/roundedSteps.ts';
import { openVenue } from './venueUnderTest.ts';
import { signedRequest } from './signedRequests.ts';

const ORDERS = '/v1/spot-trading/orders';

describe('behaviourChoice', () => {
  it('reads words, pages and milliseconds', () => {
    expect(behaviourChoice('trades=growing')).toEqual({ trades: 'growing' });
    expect(behaviourChoice('pageBase=1')).toEqual({ pageBase: 1 });
    expect(behaviourChoice('ordersLateMs=3000')).toEqual({ ordersLateMs: 3000 });
  });

  it.each([
    ['trade=growing', /did you mean trades\?/],
    ['trades=shrinking', /trades: expected fills or orders or growing/],
    ['ordersLateMs=soon', /ordersLateMs: expected milliseconds from 0 to 600000/],
    ['ordersLateMs=900000', /expected milliseconds/],
    ['growing', /expected NAME=VALUE/],
    ['toString=1', /expected NAME=VALUE/],
  ])('refuses %s', (text, message) => {
    expect(() => behaviourChoice(text)).toThrow(message);
  });
});

describe('steps: rounded', () => {
  it('takes an order off the steps as the one below it', async () => {
    const venue = openVenue({ behaviour: { steps: 'rounded' } });
    const body = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.010000019,"price":20000.019}';
    expect(await venue.call('POST', ORDERS, body)).toMatchObject({ status: 201, json: { amount: 0.01, price: 20000.01 } });
    const strict = openVenue();
    expect(await strict.call('POST', ORDERS, body)).toMatchObject({ status: 400, json: { errors: { amount: [/multiple/] } } });
  });

  it('leaves an order of an unknown pair as it is', () => {
    const asked = { amount: dec('0.0123'), price: undefined };
    expect(roundedSteps(asked, undefined)).toBe(asked);
    const pair = { grid: gridOf(2, dec('0.01')) } as Parameters<typeof roundedSteps>[1];
    expect(roundedSteps(asked, pair)).toMatchObject({ amount: dec('0.01'), price: undefined });
  });
});

it('timestampWindowMs is how far a timestamp may lie back', async () => {
  const { simulator, clock } = openVenue({ behaviour: { timestampWindowMs: 10_000 } });
  const status = async (agoMs: number): Promise<number> => {
    const call = { method: 'GET', path: '/v1/currencies/', at: clock.now() - agoMs };
    return (await simulator.fetch(signedRequest(simulator.exchange, call))).status;
  };
  expect([await status(10_000), await status(10_001)]).toEqual([200, 401]);
});
