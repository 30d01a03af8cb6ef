import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid } from '../../../src/base/ulid.ts';
import { type ApiReply, type ApiRequest, sendApiRequest } from '../../../src/daemon/sendApiRequest.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import { movePolicy } from '../../../src/daemon/treasury/movePolicy.ts';
import { policyAt, policyInForce } from '../../../src/daemon/treasury/publishPolicy.ts';
import { treasury, type TreasuryCalls } from '../../../src/daemon/treasury/treasury.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { Approval } from '../../../src/model/approval.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import { moveOfCanonical } from '../../../src/treasury/approvals/canonicalMove.ts';
import { publicKeyOf, signatureOf, type SignedThing } from '../../../src/treasury/approvals/signature.ts';
import { subjectOfMove } from '../../../src/treasury/approvals/subject.ts';
import { AddressBookEditor } from '../../../src/treasury/book/addressBookEditor.ts';
import { Moves } from '../../../src/treasury/moves/moves.ts';
import { type MoveOrderText, signedOrder } from '../../../src/treasury/moves/moveOrder.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from '../../treasury/transferBench.ts';
import { Scheduler } from '../../../src/treasury/schedules/scheduler.ts';
import type { TreasurySchedule } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { scheduleOf } from '../../treasury/schedules/scheduleOf.ts';
import { moveBench, type MoveBench } from '../../treasury/moves/moveBench.ts';

const keys = new Map<string, KeyObject>();
/** A person's private key, the same for the whole file. */
export const keyOf = (person: string): KeyObject => {
  const known = keys.get(person) ?? generateKeyPairSync('ed25519').privateKey;
  keys.set(person, known);
  return known;
};

/** Two owners, one of whom approves what the other asks for, and small withdrawals of BTC that need nobody. */
export const POLICY = (): string => `
people:
  anna: { keys: ['${publicKeyOf(keyOf('anna'))}'] }
  ben: { keys: ['${publicKeyOf(keyOf('ben'))}'] }
  carl: { keys: ['${publicKeyOf(keyOf('carl'))}'] }
groups:
  owners: [anna, ben]
  others: [carl]
book: { approve: [{ need: 1, of: owners }], cooling: 24h }
change: { approve: [{ need: 1, of: owners }], after: 24h }
rules:
  - name: a day's worth
    if: { kind: withdrawal, currency: BTC, window: [{ last: 24h, above: 0.01 BTC }] }
    then: deny
  - name: small
    if: { kind: withdrawal, currency: BTC, amount: { atMost: 0.006 BTC } }
    then: allow
  - name: all else
    then: { approve: [{ need: 1, of: owners }], expires: 24h }
`;

/** A treasury with a policy, an address book and a simulated venue, made anew for each test. */
export const world = {} as { bench: MoveBench; calls: TreasuryCalls; schedules: Scheduler; moves: Moves };

/** Every Friday at nine, what is above 4.995 BTC goes to cold storage. */
const SWEEP: TreasurySchedule = {
  name: 'cold',
  timer: scheduleOf('0 9 * * 5'),
  zone: 'UTC',
  terms: { type: 'sweep', above: { amount: dec('4.995'), currency: 'BTC' }, to: 'cold-1' },
  least: undefined,
  atMostPerDay: undefined,
  missed: 'skip',
};

/** Call it before each test. */
export async function setUp(): Promise<void> {
  world.bench = await moveBench();
  const { clock } = world.bench.transfers;
  const venue = moveVenue({
    callsOf: (name) => world.bench.transfers.calls(name as 'exchange'),
    transfersOf: (name) => Promise.resolve(world.bench.transfers.transfers(name as 'exchange')),
    journalOf: () => Promise.resolve(world.bench.transfers.store.journal),
    firstPage: 0,
  });
  const available = (): Promise<ReadonlyMap<string, Decimal>> =>
    Promise.resolve(
      new Map([
        ['BTC', dec(5)],
        ['USDT', dec(10_000)],
        ['ETH', dec(1000)],
        ['EUR', dec(100_000)],
      ]),
    );
  const { store } = world.bench;
  const policy = movePolicy({ store, clock, available, prices: () => Promise.resolve(new Map([['BTC/EUR', dec(60_000)]])) });
  const moves = new Moves({ ...world.bench.moveOptions, store, policy, available });
  const book = new AddressBookEditor({ store, clock, policy: () => policyInForce(store, clock), policyAt: (at) => policyAt(store, at) });
  const schedules = new Scheduler({
    schedules: [SWEEP],
    store,
    moves,
    clock,
    available,
    quote: () => Promise.reject(new Error('a sweep converts nothing')),
    tell: (message) => void world.bench.told.push(message),
  });
  Object.assign(world, { schedules, moves });
  const look = (): Promise<void> => world.bench.transfers.look();
  const resolve = (id: string, verdict: Verdict) => world.bench.transfers.transfers('exchange').resolve(id, verdict);
  const { transfers } = world.bench;
  const accounts = () => ({ exchange: 'account', processing: 'of payments', hostedPage: null });
  const send = (request: ApiRequest): Promise<ApiReply> => {
    const name = request.interface as 'exchange';
    return sendApiRequest(request, transfers.calls(name), () => Promise.resolve(transfers.transfers(name)), {});
  };
  const books = {
    begin: () => Promise.resolve(),
    ended: () => Promise.resolve(),
    reconcile: () => Promise.resolve([]),
    adjust: () => Promise.resolve(),
  };
  const account = { host: 'venue.test', keyTail: '…0001' };
  world.calls = treasury({ store, moves, book, schedules, venue, clock, look, resolve, accounts, send, books, ...account });
  for (const [id, name, currency, network, address] of [
    ['A-1', 'cold-1', 'BTC', 'BTC', BTC_ADDRESS],
    ['A-2', 'supplier', 'USDT', 'ETH', ETH_ADDRESS],
    ['A-3', 'eth-1', 'ETH', 'ETH', ETH_ADDRESS],
  ] as const) {
    const entry: AddressEntry = {
      id,
      name,
      destination: { currency, network, address, tag: undefined },
      labels: [],
      beneficiary: undefined,
      requestedBy: 'anna',
      requestedAt: clock.now(),
      approvals: [],
      allowedFrom: clock.now(),
      removedAt: undefined,
    };
    await store.book.add(entry, { who: 'anna', what: 'address.requested', subject: id, before: '', after: name, evidence: '' });
  }
}

/** Call it after each test. */
export function tearDown(): Promise<void> {
  return world.bench.end();
}

export const run = <T>(work: Promise<T>): Promise<T> => world.bench.transfers.run(work);
let made = 0;
export const order = (amount: string, more: Partial<MoveOrderText> = {}): MoveOrderText => ({
  id: `W-${ulid(world.bench.transfers.clock.now(), seededRandom(String(made++)))}`,
  kind: 'withdrawal',
  initiator: 'anna',
  payments: [{ currency: 'BTC', amount, to: 'cold-1' }],
  ...more,
});
export const usdt = { payments: [{ currency: 'USDT', amount: '50', to: 'supplier' }] };
export const signature = (person: string, thing: SignedThing): Approval => {
  const key = keyOf(person);
  return { person, key: publicKeyOf(key), signature: signatureOf(thing, key), at: world.bench.transfers.clock.now() };
};
export const signed = (text: MoveOrderText, person = 'anna'): MoveOrderText => {
  const { key, signature: by } = signature(person, signedOrder(text));
  return { ...text, signed: { key, signature: by } };
};
/** Signed by whoever asks. */
export const by = (text: MoveOrderText): MoveOrderText => (text.signed === undefined ? signed(text, text.initiator) : text);
export const approvalOf = async (id: string, person: string): Promise<Approval> => {
  const { canonical } = await run(world.calls.content(id));
  return signature(person, subjectOfMove(moveOfCanonical(canonical)));
};
