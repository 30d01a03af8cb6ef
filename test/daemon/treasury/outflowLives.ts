import { join } from 'node:path';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { type Random, seededRandom } from '../../../src/base/random.ts';
import { movePolicy } from '../../../src/daemon/treasury/movePolicy.ts';
import { publishPolicy } from '../../../src/daemon/treasury/publishPolicy.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { CallFault } from '../../../src/simulator/callFault.ts';
import type { TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { publicKeyOf } from '../../../src/treasury/approvals/signature.ts';
import type { MovePolicy } from '../../../src/treasury/moves/moveDecision.ts';
import { Moves, type MovesOptions, type MoveOrder } from '../../../src/treasury/moves/moves.ts';
import { btcRow, moveBench, type MoveBench } from '../../treasury/moves/moveBench.ts';
import { brokenOutflows } from './outflowCheck.ts';
import { keyOf, POLICY } from './treasuryBench.ts';

const ROUNDS = 40;
const LIMIT = dec('0.01');
const ADDRESSES = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'] as const;

/** Takes one rule away that the promise rests on. */
export interface OutflowMutant {
  readonly name: string;
  /** The first word of what it breaks. */
  readonly breaks: string;
  readonly change: (parts: Pick<MovesOptions, 'policy' | 'carriers'>, world: OutflowWorld) => Pick<MovesOptions, 'policy' | 'carriers'>;
}

export interface OutflowWorld {
  readonly bench: MoveBench;
  /** When the life began. */
  readonly bornAt: number;
  policyOn(store: TreasuryStore): MovePolicy;
}

export interface OutflowLife {
  readonly kills: number;
  readonly paid: number;
  readonly broken: readonly string[];
}

function drawnFault(random: Random): CallFault | undefined {
  const chance = random.next();
  if (chance < 0.1) return { kind: 'drop-before', ms: random.int(2000) };
  if (chance < 0.2) return { kind: 'drop-after', ms: random.int(2000), applyAfterMs: random.int(8000) };
  return chance < 0.25 ? { kind: 'status', status: 502, body: '', apply: random.next() < 0.5 } : undefined;
}

/**
 * Hours of a treasury under a real policy (an hour's window, an address book) that is killed again and again, while people ask for more
 * than may leave and take entries out of the book; and what that has broken of invariant 11.
 */
export async function liveOutflows(seed: number, folder: string, mutant?: OutflowMutant): Promise<OutflowLife> {
  const random = seededRandom(`outflows:${seed}`);
  const files = { database: join(folder, `${seed}.sqlite`), treasury: join(folder, `${seed}.treasury.sqlite`) };
  const bench = await moveBench(files);
  const { transfers } = bench;
  const { clock } = transfers;
  transfers.transfers('exchange');
  await publishPolicy(bench.store, clock, { text: POLICY().replace('last: 24h', 'last: 1h'), who: 'anna', approvals: [] });
  for (const address of ADDRESSES) await addEntry(bench, `A-of-${address}`, address);
  let moves = movesOf(bench, mutant);
  let kills = 0;
  const asked: string[] = [];
  transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? drawnFault(random) : undefined);
  for (let round = 0; round < ROUNDS; round++) {
    const id = `W-${round}`;
    // Several may wait for the same room.
    await transfers.run(moves.ask(drawnOrder(random, id))).catch(() => undefined);
    asked.push(id);
    // What waits to be sent there may not go any more, until the entry is there again.
    if (random.next() < 0.3) await toggleEntry(bench, `A-${round}`);
    const going = moves.round().catch(() => undefined);
    if (random.next() < 0.4) {
      await transfers.pass(random.int(300));
      await bench.restart();
      moves = movesOf(bench, mutant);
      kills++;
    } else await transfers.run(going);
    await transfers.rounds(10_000);
    await transfers.run(moves.round());
    await transfers.pass(random.int(HOUR_MS / 6));
    await decide(bench);
  }
  const records = (await Promise.all(asked.map((id) => bench.store.moves.get(id)))).filter((move) => move !== undefined);
  const truth = transfers.simulator.truth();
  const broken = brokenOutflows(truth, records, await bench.store.book.entries(), { windowMs: HOUR_MS, limit: LIMIT });
  const paid = truth.transactions.filter(({ type }) => type === 'Send').length;
  await bench.end();
  return { kills, paid, broken };
}

/** A person looks at what nothing has shown for a quarter of an hour, and says that it was not sent. */
async function decide({ transfers }: MoveBench): Promise<void> {
  const moves = transfers.transfers('exchange');
  await transfers.run(moves.round());
  for (const { id, state } of moves.unresolved()) {
    if (state === 'quarantined') await transfers.run(moves.resolve(id, { type: 'not-placed' }));
  }
}

function movesOf(bench: MoveBench, mutant: OutflowMutant | undefined): Moves {
  const { clock } = bench.transfers;
  const available = (): Promise<ReadonlyMap<string, Decimal>> => Promise.resolve(new Map([['BTC', dec(5)]]));
  const policyOn = (store: TreasuryStore): MovePolicy => movePolicy({ store, clock, available, prices: () => Promise.resolve(new Map()) });
  const parts = { policy: policyOn(bench.store), carriers: bench.moveOptions.carriers };
  const changed = mutant?.change(parts, { bench, bornAt: clock.now(), policyOn }) ?? parts;
  return new Moves({ ...bench.moveOptions, ...changed, store: bench.store, available });
}

function drawnOrder(random: Random, id: string): MoveOrder {
  const row = btcRow(`${id}-0`, `0.00${2 + random.int(4)}`);
  const address = ADDRESSES[random.int(2)]!;
  const rows = [{ ...row, destination: { ...row.destination!, address } }];
  return { id, kind: 'withdrawal', initiator: 'anna', signedWith: publicKeyOf(keyOf('anna')), repeats: true, rows };
}

async function addEntry({ store, transfers: { clock } }: MoveBench, id: string, address: string): Promise<void> {
  const destination = { currency: 'BTC', network: 'BTC', address, tag: undefined };
  const shared = { labels: [], beneficiary: undefined, requestedBy: 'anna', approvals: [], removedAt: undefined };
  const now = clock.now();
  const entry: AddressEntry = { ...shared, id, name: id, destination, requestedAt: now, allowedFrom: now };
  await store.book.add(entry, { who: 'anna', what: 'address.requested', subject: id, before: '', after: id, evidence: '' });
}

/** Takes the second address out of the book, or puts it in again under a new name. */
async function toggleEntry(bench: MoveBench, name: string): Promise<void> {
  const { store, transfers } = bench;
  const entry = (await store.book.entries()).find((one) => one.destination.address === ADDRESSES[1] && one.removedAt === undefined);
  if (entry === undefined) return addEntry(bench, name, ADDRESSES[1]);
  const note = { who: 'anna', what: 'address.removed', subject: entry.id, before: entry.id, after: '', evidence: '' };
  await store.book.remove(entry.id, transfers.clock.now(), note);
}
