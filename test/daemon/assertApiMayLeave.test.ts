import { describe, expect, it } from 'vitest';
import { assertApiMayLeave } from '../../src/daemon/assertApiMayLeave.ts';
import type { ApiRequest } from '../../src/daemon/sendApiRequest.ts';
import { ALL_TRADING, scopeNamed, type TradingStop } from '../../src/model/tradingStop.ts';

const KILLED: TradingStop = {
  scope: ALL_TRADING,
  state: 'halted',
  cause: 'operator',
  orders: 'cancel',
  reason: 'a person said so',
  since: 0,
  until: undefined,
};
const operation = (name: string, of: ApiRequest['interface'] = 'exchange'): ApiRequest => ({ interface: of, operation: name, params: {} });
const raw = (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): ApiRequest => ({
  interface: 'exchange',
  method,
  target: '/v1/x',
  body: undefined,
});

describe('under the kill switch a person who goes past the journal', () => {
  it.each([operation('orders.place'), operation('conversions.execute'), operation('withdrawals.create'), raw('POST'), raw('PUT')])(
    'moves nothing: %j',
    (request) => {
      expect(() => assertApiMayLeave(request, [KILLED])).toThrow(
        expect.objectContaining({ code: 'halted', outcome: 'not-sent', suggestion: 'it goes on by `sluice resume --all`' }) as Error,
      );
      expect(() =>
        assertApiMayLeave(request, [
          { ...KILLED, state: 'reducing' },
          { ...KILLED, scope: scopeNamed('s') },
        ]),
      ).not.toThrow();
    },
  );

  it('places no order of a symbol that is halted', () => {
    const place: ApiRequest = { interface: 'exchange', operation: 'orders.place', params: { symbol: 'BTC/EUR' } };
    const stop = { ...KILLED, scope: scopeNamed('BTC/EUR') };
    expect(() => assertApiMayLeave(place, [stop])).toThrow(
      expect.objectContaining({
        code: 'halted',
        message: 'trading of BTC/EUR is halted: a person said so',
        suggestion: 'it goes on by `sluice resume BTC/EUR`',
      }) as Error,
    );
    expect(() => assertApiMayLeave({ ...place, params: { symbol: 'ETH/EUR' } }, [stop])).not.toThrow();
  });

  it.each([
    operation('balances.list'),
    operation('quotes.request'),
    operation('orders.cancel'),
    operation('no.such'),
    operation('paymentIntents.create', 'processing'),
    raw('GET'),
    raw('DELETE'),
  ])('may read, cancel and do what is no trading: %j', (request) => {
    expect(() => assertApiMayLeave(request, [KILLED])).not.toThrow();
  });
});
