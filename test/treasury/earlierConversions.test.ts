import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { NewIntent } from '../../src/model/journal.ts';
import { earlierConversions } from '../../src/treasury/earlierConversions.ts';
import type { TransferReads } from '../../src/treasury/transferReads.ts';
import { TransferResolver } from '../../src/treasury/transferResolver.ts';
import { newIntent, START } from '../store/builders.ts';
import { MemoryStore } from '../store/memoryStore.ts';

describe(earlierConversions, () => {
  it.each(['transfer', 'convert'] as const)(
    'takes no conversion for its own that is bound to a %s, whatever the journal has had since',
    async (kind) => {
      const { journal } = new MemoryStore();
      const body = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 100, toAmount: 0.002 };
      const asked = (id: string, over: Partial<NewIntent> = {}) =>
        newIntent(id, {
          kind: 'transfer',
          lane: 'conversion EUR BTC',
          fingerprint: `exchange.conversions.execute ${id}`,
          body: JSON.stringify(body),
          ...over,
        });
      await journal.begin(asked('first'));
      journal.markSent('first');
      await journal.settle('first', { state: 'rejected', at: START + 50 });
      await journal.beginSettled(asked('second', { kind }), { state: 'acknowledged', at: START + 60_000, venueId: '71' });
      const row = { id: '71', status: 'Completed', fromCurrency: 'EUR', toCurrency: 'BTC', amountFrom: dec(100), amountTo: dec('0.002') };
      const conversions = () => Promise.resolve([{ ...row, rate: dec('0.00002'), operationExecutionTime: START + 60_000 }]);
      const told: string[] = [];
      const resolver = new TransferResolver({
        // A busy account: all of the newest rows are orders.
        journal: { ...journal, list: () => Promise.resolve([]) },
        clock: new VirtualClock(START + 120_000),
        reads: { conversions } as Partial<TransferReads> as TransferReads,
        offsetMs: () => 0,
        tell: (message) => told.push(message),
      });
      await resolver.round();
      expect(told).toEqual([]);
      expect(await journal.get('first')).toMatchObject({ state: 'rejected', venueId: undefined });
    },
  );
});
