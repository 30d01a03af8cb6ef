import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { unresolvedViews } from '../../src/control/unresolvedViews.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import type { Look } from '../../src/gateway/resolver.ts';
import type { Intent } from '../../src/model/intent.ts';

const INTENT = {
  id: '01K9',
  kind: 'place',
  state: 'quarantined',
  strategy: 'btc-maker',
  lane: 'BTC/EUR',
  fingerprint: 'BTC/EUR Sell Limit 0.00999 60766.14',
  createdAt: 1_763_819_462_000,
  sentAt: undefined,
  expiresAt: 1_763_819_480_000,
  exposure: dec('607.05'),
  exposureCurrency: 'EUR',
  gaveUpAt: 1_763_819_467_000,
  body: '{"symbol":"BTC/EUR"}',
  bodyHash: '9c41',
  evidence: 'connection reset',
} as unknown as Intent;

const LOOK: Look = {
  at: 1_763_819_502_000,
  finding: 'nothing',
  openOrders: 9,
  isCurrent: true,
  isBehind: false,
  isAlive: true,
  rounds: 2,
  roundsNeeded: 3,
  leavesNoRoom: undefined,
  takenUntil: 1_763_819_480_000,
  visibleUntil: 1_763_819_492_000,
  quietUntil: 1_763_819_537_000,
};

const ON_ITS_WAY: Intent = { ...INTENT, id: '01KA', state: 'sending' };
const TRANSFER = {
  ...INTENT,
  id: 'P-1',
  kind: 'transfer',
  lane: 'payout EUR',
  strategy: 'operator',
  state: 'unknown',
  fingerprint: 'payouts.create 250 EUR (invoice-7)',
  exposure: dec('250'),
  body: '{"customOrderId":"invoice-7"}',
} as Intent;

it('shows the evidence of each request, what may be decided, and the commands', async () => {
  const daemon = {
    trader: { resolution: () => ({ unresolved: [{ id: '01K9', look: LOOK }], clocks: { offsetMs: 0, behindMs: 500.4 } }) },
    // The journal of the exchange has its transfers too.
    records: { journal: { unresolved: () => Promise.resolve([INTENT, ON_ITS_WAY, TRANSFER]) } },
    status: () => ({ resolver: { unresolved: [{ id: '01K9', waitsFor: 'balances that leave no room for it' }] } }),
    interfaces: {
      transfers: { questions: () => [{ intent: TRANSFER, waitsFor: 'a list', clocks: { offsetMs: 2000, behindMs: -1500 } }] },
    },
  } as unknown as Daemon;
  expect(await unresolvedViews(daemon)).toMatchObject([
    {
      id: '01K9',
      what: 'place BTC/EUR Sell Limit 0.00999 60766.14',
      amount: '0.00999',
      atRisk: '607.05 EUR',
      evidence: 'connection reset',
      gaveUpAt: '2025-11-22T13:51:07.000Z',
      request: { body: '{"symbol":"BTC/EUR"}', hash: '9c41' },
      look: { finding: 'nothing', rounds: 2, at: '2025-11-22T13:51:42.000Z', visibleUntil: '2025-11-22T13:51:32.000Z' },
      waitsFor: 'balances that leave no room for it',
      notPlacedFrom: '2025-11-22T13:51:20.502Z',
      verdicts: [
        { type: 'adopt', command: 'sluice orders resolve 01K9 --adopt ID' },
        { type: 'not-placed', command: 'sluice orders resolve 01K9 --not-placed' },
      ],
    },
    {
      id: 'P-1',
      kind: 'transfer',
      lane: 'payout EUR',
      what: 'payouts.create 250 EUR (invoice-7)',
      waitsFor: 'a list',
      amount: '250',
      atRisk: '250 EUR',
      evidence: 'connection reset',
      look: undefined,
      request: { body: '{"customOrderId":"invoice-7"}', hash: '9c41' },
      notPlacedFrom: '2025-11-22T13:51:18.501Z',
    },
  ]);
});
