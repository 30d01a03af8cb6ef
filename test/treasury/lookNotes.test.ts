import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { LookNotes } from '../../src/treasury/lookNotes.ts';
import { transferReads } from '../../src/treasury/transferReads.ts';
import { TransferResolver } from '../../src/treasury/transferResolver.ts';
import { BTC_ADDRESS, transferBench, type TransferBench } from './transferBench.ts';

let bench: TransferBench;
beforeEach(async () => void (bench = await transferBench()));
afterEach(() => bench.end());

const WITHDRAWAL = { currency: 'BTC', networkCode: 'BTC', amount: '0.001', destinationAddress: BTC_ADDRESS };

describe(LookNotes.name, () => {
  it('keep to the transfers of a day, for weeks', { tags: 'long' }, async () => {
    const notes = new LookNotes();
    const { clock, told } = bench;
    const { journal } = bench.store;
    const reads = transferReads(bench.calls('exchange'), 0);
    const resolver = new TransferResolver({ journal, clock, reads, offsetMs: () => 0, tell: (message) => told.push(message) }, notes);
    const sizes: number[] = [];
    for (let day = 0; day < 21; day++) {
      for (let i = 0; i < 3; i++) await bench.send('exchange.withdrawals.create', { ...WITHDRAWAL, referenceId: `w-${day}-${i}` });
      await bench.pass(120_000);
      await bench.run(resolver.round());
      sizes.push(notes.size);
      await bench.pass(DAY_MS);
    }
    expect(sizes[0]).toBe(3);
    expect(Math.max(...sizes)).toBe(3);
  });

  it('know what was noted until it is forgotten', () => {
    const notes = new LookNotes();
    notes.of('a').isSingle = true;
    notes.of('b').lookedMs = 5;
    notes.keep(new Set(['b']));
    expect([notes.size, notes.of('a').isSingle, notes.of('b').lookedMs]).toEqual([1, undefined, 5]);
  });
});
