import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { QUARANTINE_AFTER_MS } from '../../src/treasury/transferResolver.ts';
import { Transfers } from '../../src/treasury/transfers.ts';
import { BTC_ADDRESS, ETH_ADDRESS, type TransferBench, transferBench } from './transferBench.ts';

const SEEDS = 40;
const PAYMENTS = 6;
const MOVING: ReadonlySet<string> = new Set(['withdrawals.create', 'payouts.create']);

interface Payment {
  readonly name: string;
  readonly reference: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What left this process, by reference, and what a network has made two of. */
class Wire {
  readonly sent = new Map<string, number>();
  readonly doubled = new Set<string>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  readonly wrap = (transport: Transport): Transport => ({
    send: (request) => {
      const reference = /"(?:referenceId|customOrderId)":"(pay-\d+)","|"(?:referenceId|customOrderId)":"(pay-\d+)"/.exec(
        new TextDecoder().decode(request.body),
      );
      const known = reference?.[1] ?? reference?.[2];
      if (known === undefined || request.url.endsWith('/search')) return transport.send(request);
      this.sent.set(known, (this.sent.get(known) ?? 0) + 1);
      if (this.#random.next() < 0.05) {
        this.doubled.add(known);
        transport.send({ ...request, onFirstByte: undefined }).catch(() => undefined);
      }
      return transport.send(request);
    },
    close: () => transport.close(),
  });
}

function paymentOf(index: number, random: Random): Payment {
  const reference = `pay-${index}`;
  if (random.next() < 0.5) {
    const to = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.002' };
    return { name: 'exchange.withdrawals.create', reference, params: { ...to, referenceId: reference } };
  }
  const to = { currencyFrom: 'EUR', amountFrom: '20', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };
  return { name: 'processing.payouts.create', reference, params: { ...to, customOrderId: reference } };
}

function drawnFault(random: Random): CallFault | undefined {
  const chance = random.next();
  if (chance < 0.15) return { kind: 'drop-before', ms: random.int(2000) };
  if (chance < 0.3) return { kind: 'drop-after', ms: random.int(2000), applyAfterMs: random.int(10_000) };
  if (chance < 0.4) return { kind: 'delay', ms: random.int(15_000), apply: 'last' };
  if (chance < 0.45) return { kind: 'status', status: 502, body: '', apply: random.next() < 0.5 };
  return chance < 0.5 ? { kind: 'garble', body: '{}' } : undefined;
}

/** How often the venue has paid, by reference. */
async function paid(bench: TransferBench): Promise<Map<string, number>> {
  const payouts = (await bench.foreign('payouts.search', { take: '500' })) as { customOrderId?: string }[];
  const withdrawals = bench.simulator.truth().transactions.map(({ referenceId }) => referenceId);
  const counts = new Map<string, number>();
  for (const reference of [...withdrawals, ...payouts.map(({ customOrderId }) => customOrderId)]) {
    if (reference !== undefined) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}

/** One try of a person. Undefined when the process was killed meanwhile, or it has ended well. */
async function attempt(bench: TransferBench, { name, params }: Payment, random: Random): Promise<Fault | undefined> {
  const sending = bench.begin(name, params).then(
    () => undefined,
    (error: unknown) => error as Fault,
  );
  if (random.next() >= 0.25) return bench.run(sending);
  await bench.pass(random.int(60));
  await bench.restart();
  return undefined;
}

interface Life {
  readonly bench: TransferBench;
  readonly wire: Wire;
  readonly payments: readonly Payment[];
}

async function live(seed: number, database: string, isNaive: boolean): Promise<Life> {
  const random = seededRandom(`transfers:${seed}`);
  const wire = new Wire(random);
  const bench = await transferBench({ database, wrap: wire.wrap });
  bench.fault = ({ operation }) => {
    if (MOVING.has(operation)) return drawnFault(random);
    return random.next() < 0.1 ? { kind: 'status', status: 500, body: '', apply: false } : undefined;
  };
  for (const name of ['exchange', 'processing'] as const) bench.transfers(name);
  const payments = Array.from({ length: PAYMENTS }, (_, index) => paymentOf(index, random));
  for (const payment of payments) {
    // A person who is in a hurry types the same command again until it has gone through.
    for (let tries = 0; tries < 3; tries++) {
      const fault = isNaive
        ? await bench.foreign(payment.name.replace(/^\w+\./, ''), payment.params).then(
            () => undefined,
            (error: unknown) => error as Fault,
          )
        : await attempt(bench, payment, random);
      if (fault === undefined) break;
      await bench.rounds(20_000);
    }
  }
  bench.fault = undefined;
  await bench.rounds(QUARANTINE_AFTER_MS + 60_000);
  return { bench, wire, payments };
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-transfer-lives-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe(`${Transfers.name} through lost, late, doubled and garbled messages and kills`, () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'seed %i: nothing is paid twice, and every row says what became of it',
    async (seed) => {
      const { bench, wire, payments } = await live(seed, join(folder, `${seed}.sqlite`), false);
      const atVenue = await paid(bench);
      const intents = await bench.journalled();
      for (const { reference } of payments) {
        const mine = intents.filter(({ body }) => body.includes(`"${reference}"`));
        const done = mine.filter(({ state }) => state === 'acknowledged' || state === 'adopted');
        const times = atVenue.get(reference) ?? 0;
        const story = `${reference}: ${times} at the venue, ${wire.sent.get(reference) ?? 0} sent, ${mine.map(({ state, evidence }) => `${state} (${evidence})`).join(', ')}`;
        expect(wire.sent.get(reference) ?? 0, story).toBeLessThanOrEqual(mine.length);
        if (!wire.doubled.has(reference)) expect(times, story).toBeLessThanOrEqual(1);
        if (times > 1)
          expect(
            bench.told.some((line) => line.includes(`is at the venue ${times} times`)),
            story,
          ).toBe(true);
        expect(done.length, story).toBe(times > 0 ? 1 : 0);
        const states = mine.map(({ state }) => state);
        expect(states.includes('sending') || states.includes('unknown'), story).toBe(false);
      }
      await bench.end();
    },
  );

  it('the same life pays twice where what is unknown is simply sent again', async () => {
    let twice = 0;
    for (let seed = 0; seed < 5; seed++) {
      const { bench, wire } = await live(seed, ':memory:', true);
      for (const [reference, times] of await paid(bench)) if (times > 1 && !wire.doubled.has(reference)) twice++;
      await bench.end();
    }
    expect(twice).toBeGreaterThan(0);
  });
});
