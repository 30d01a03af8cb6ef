import { expect, test } from 'vitest';
import type { TransportRequest } from '../../src/client/transport.ts';
import type { LoggedRequest } from '../../src/simulator/requestLog.ts';
import type { Disk } from './disk.ts';
import { Violations } from './violations.ts';
import { Wire } from './wire.ts';
import { isReplacedTwice } from './witness.ts';

const REPLACE = { operation: 'orders.replace', kind: 'replace', targetId: '7' } as const;
const FATE = { kind: 'doubled-request', outMs: 2, backMs: 2, againMs: 1500 } as const;

const disk = { read: () => [{ id: 'intent' }] } as unknown as Disk;
const request = { method: 'PUT', url: 'http://venue/orders/7', fresh: true } as unknown as TransportRequest;
const arrival = (appliedAt: number | undefined): LoggedRequest => ({ appliedAt, venueId: '7' }) as LoggedRequest;

function sent(...appliedAt: readonly (number | undefined)[]): Wire {
  const wire = new Wire(disk, new Violations(() => 0));
  wire.leave(request, REPLACE, FATE, 0);
  for (const at of appliedAt) wire.arrive(request, arrival(at));
  return wire;
}

test('an order is replaced twice where the venue has carried out both copies of one request', () => {
  expect(isReplacedTwice({ wire: sent(2, 1502) }, '7')).toBe(true);
  expect(isReplacedTwice({ wire: sent(2, 1502) }, '8')).toBe(false);
});

test('a copy that the venue has refused changes nothing', () => {
  expect(isReplacedTwice({ wire: sent(2, undefined) }, '7')).toBe(false);
  expect(isReplacedTwice({ wire: sent(2) }, '7')).toBe(false);
});
