import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { unresolvedViews } from '../../src/control/unresolvedViews.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
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
  evidence: 'connection reset',
} as unknown as Intent;

const ON_ITS_WAY: Intent = { ...INTENT, id: '01KA', state: 'sending' };
const TRANSFER = {
  id: 'P-1',
  kind: 'transfer',
  lane: 'payout EUR',
  strategy: 'operator',
  state: 'unknown',
  since: '2025-11-22T00:00:00.000Z',
  waitsFor: 'a list',
};

it('shows the evidence of each request, what may be decided, and the commands', async () => {
  const daemon = {
    records: { journal: { unresolved: () => Promise.resolve([INTENT, ON_ITS_WAY]) } },
    status: () => ({ resolver: { unresolved: [{ id: '01K9', waitsFor: 'balances that leave no room for it' }] }, transfers: [TRANSFER] }),
  } as unknown as Daemon;
  expect(await unresolvedViews(daemon)).toMatchObject([
    {
      id: '01K9',
      what: 'place BTC/EUR Sell Limit 0.00999 60766.14',
      atRisk: '607.05 EUR',
      evidence: 'connection reset',
      waitsFor: 'balances that leave no room for it',
      verdicts: [
        { type: 'adopt', command: 'sluice orders resolve 01K9 --adopt ID' },
        { type: 'not-placed', command: 'sluice orders resolve 01K9 --not-placed' },
      ],
    },
    { id: 'P-1', kind: 'transfer', lane: 'payout EUR', waitsFor: 'a list', evidence: undefined },
  ]);
});
