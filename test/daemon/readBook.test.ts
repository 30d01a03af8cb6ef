import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import type { ExchangeClient } from '../../src/client/exchangeClient.ts';
import { unknownWhenLost } from '../../src/control/socketClient.ts';
import { readBook } from '../../src/daemon/readBook.ts';
import { BTC } from '../engine/fixtures.ts';

const reading = (answer: () => Promise<unknown>): Promise<unknown> =>
  readBook({ fetchBytes: answer } as unknown as ExchangeClient, BTC, 5).catch((error: unknown) => error);

describe('a book that can not be read before an order', () => {
  it.each<FaultCode>(['network', 'timeout', 'rate-limited', 'venue-failure'])('says that the order was not sent: %s', async (code) => {
    const fault = await reading(() => Promise.reject(new Fault(code, 'away', { retryable: true })));
    expect(fault).toMatchObject({ code, message: 'away', outcome: 'not-sent', retryable: true });
    // The command line takes what a daemon has lost for unknown, and this is known.
    expect(unknownWhenLost(fault, 'look')).toBe(fault);
  });

  it('says so of an answer that is no book', async () => {
    const fault = await reading(() => Promise.resolve({ body: Buffer.from('{}'), receivedAt: 0 }));
    expect(fault).toMatchObject({ code: 'unreadable-reply', outcome: 'not-sent' });
  });
});
