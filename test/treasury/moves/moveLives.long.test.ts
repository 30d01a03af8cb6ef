import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/base/random.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import type { CallFault } from '../../../src/simulator/callFault.ts';
import { Moves, type MoveOrder } from '../../../src/treasury/moves/moves.ts';
import { QUARANTINE_AFTER_MS } from '../../../src/treasury/transferResolver.ts';
import { btcRow, moveBench, type MoveBench, payoutRow, usdtRow } from './moveBench.ts';

const SEEDS = 40;
const ROUNDS = 14;
const MOVING: ReadonlySet<string> = new Set([
  'withdrawals.create',
  'payouts.create',
  'withdrawalBatches.validate',
  'withdrawalBatches.confirm',
]);

const ORDERS: readonly MoveOrder[] = [
  {
    id: 'B-1',
    kind: 'batch',
    initiator: 'anna',
    signedWith: undefined,
    repeats: true,
    rows: [...Array.from({ length: 5 }, (_, i) => usdtRow(`B-1-${i}`, `${20 + i}`)), btcRow('B-1-5', '0.001'), btcRow('B-1-6', '0.0012')],
  },
  { id: 'W-1', kind: 'withdrawal', initiator: 'anna', signedWith: undefined, repeats: true, rows: [btcRow('W-1-0', '0.002')] },
  { id: 'W-2', kind: 'withdrawal', initiator: 'anna', signedWith: undefined, repeats: true, rows: [usdtRow('W-2-0', '77')] },
  { id: 'P-1', kind: 'payout', initiator: 'anna', signedWith: undefined, repeats: true, rows: [payoutRow('P-1-0', '20')] },
];

function drawnFault(random: Random): CallFault | undefined {
  const chance = random.next();
  if (chance < 0.12) return { kind: 'drop-before', ms: random.int(2000) };
  if (chance < 0.24) return { kind: 'drop-after', ms: random.int(2000), applyAfterMs: random.int(8000) };
  if (chance < 0.32) return { kind: 'delay', ms: random.int(12_000), apply: 'last' };
  if (chance < 0.36) return { kind: 'status', status: 502, body: '', apply: random.next() < 0.5 };
  return chance < 0.4 ? { kind: 'garble', body: '{}' } : undefined;
}

/** How often the venue has paid, by reference. */
async function paid(bench: MoveBench): Promise<ReadonlyMap<string, number>> {
  const payouts = (await bench.transfers.foreign('payouts.search', { take: '500' })) as { customOrderId?: string; status: string }[];
  const withdrawals = bench.transfers.simulator.truth().transactions.map(({ referenceId }) => referenceId);
  const counts = new Map<string, number>();
  for (const reference of [...withdrawals, ...payouts.map(({ customOrderId }) => customOrderId)]) {
    if (reference !== undefined) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}

interface Life {
  readonly bench: MoveBench;
  readonly kills: number;
}

/** Some hours of a treasury at a bad venue, on a bad network, that is killed now and then; at the end all is well again. */
async function live(seed: number, folder: string): Promise<Life> {
  const random = seededRandom(`moves:${seed}`);
  const bench = await moveBench({ database: join(folder, `${seed}.sqlite`), treasury: join(folder, `${seed}.treasury.sqlite`) });
  const { transfers } = bench;
  for (const name of ['exchange', 'processing'] as const) transfers.transfers(name);
  for (const order of ORDERS) await transfers.run(bench.moves.ask(order));
  transfers.fault = ({ operation }) => {
    if (MOVING.has(operation)) return drawnFault(random);
    return random.next() < 0.1 ? { kind: 'status', status: 500, body: '', apply: false } : undefined;
  };
  let kills = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const going = bench.moves.round().catch(() => undefined);
    if (random.next() < 0.4) {
      await transfers.pass(random.int(200));
      await bench.restart();
      kills++;
    } else await transfers.run(going);
    await transfers.rounds(10_000);
  }
  transfers.fault = undefined;
  // A draft that waits for an unknown withdrawal to one of its places is given up after a quarter of an hour; then the drafts before it are followed.
  for (let round = 0; round < 13; round++) {
    await transfers.run(bench.moves.round());
    await transfers.rounds(QUARANTINE_AFTER_MS / 10);
  }
  await transfers.run(bench.moves.round());
  return { bench, kills };
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-move-lives-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe(`${Moves.name} through lost, late and garbled messages and kills`, () => {
  let kills = 0;
  let completed = 0;
  let unknown = 0;

  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'seed %i: no row is paid twice, and each says what became of it',
    async (seed) => {
      const { bench, kills: mine } = await live(seed, folder);
      kills += mine;
      const atVenue = await paid(bench);
      for (const { id } of ORDERS) {
        const move: MoveRecord = (await bench.store.moves.get(id))!;
        for (const [place, { reference }] of move.rows.entries()) {
          const row = move.progress[place]!;
          const times = atVenue.get(reference) ?? 0;
          const what = `${id} ${reference}: ${row.state}, ${row.evidence}`;
          expect(times, what).toBeLessThanOrEqual(1);
          // What nobody knows of one draft keeps the next one back, until a person has decided.
          const known = move.state === 'unknown' ? ['completed', 'declined', 'unknown', 'waiting'] : ['completed', 'declined'];
          expect(known, what).toContain(row.state);
          if (row.state === 'completed') expect(times, what).toBe(1);
          if (row.state === 'declined' || row.state === 'waiting') expect(times, what).toBe(0);
          if (row.state === 'completed') completed++;
          if (row.state === 'unknown') unknown++;
        }
      }
      await bench.end();
    },
  );

  it('has really killed, paid, and been left in doubt', () => {
    expect(kills).toBeGreaterThan(SEEDS * 3);
    expect(completed).toBeGreaterThan(SEEDS * 5);
    expect(unknown).toBeGreaterThan(0);
  });
});

describe('a sender that repeats what failed', () => {
  it('pays twice on such a network, so that the test can see it', async () => {
    let twice = 0;
    for (let seed = 0; seed < 10; seed++) {
      const random = seededRandom(`moves:${seed}`);
      const bench = await moveBench();
      bench.transfers.fault = ({ operation }) => (MOVING.has(operation) ? drawnFault(random) : undefined);
      for (let i = 0; i < 6; i++) {
        const params = {
          currency: 'BTC',
          networkCode: 'BTC',
          destinationAddress: btcRow('x', '1').destination!.address,
          amount: `0.00${10 + i}`,
        };
        for (let tries = 0; tries < 3; tries++) {
          const sent = await bench.transfers.foreign('withdrawals.create', params).then(
            () => true,
            () => false,
          );
          if (sent) break;
        }
      }
      await bench.transfers.pass(20_000);
      const amounts = bench.transfers.simulator.truth().transactions.map(({ gross }) => gross.toFixed());
      twice += amounts.length - new Set(amounts).size;
      await bench.end();
    }
    expect(twice).toBeGreaterThan(0);
  });
});
