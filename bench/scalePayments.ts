import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../src/base/random.ts';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { ulid } from '../src/base/ulid.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import { createProcessingClient } from '../src/client/processingClient.ts';
import type { Transport } from '../src/client/transport.ts';
import type { AnyCalls } from '../src/daemon/interfaceAccount.ts';
import { sendApiRequest } from '../src/daemon/sendApiRequest.ts';
import { openStore } from '../src/store/store.ts';
import { Transfers } from '../src/treasury/transfers.ts';
import { moveBench, usdtRow } from '../test/treasury/moves/moveBench.ts';
import { type SimulatedAccount, startSimulator } from './startSimulator.ts';

const PAYMENTS = 300;
const WARM_UP = 100;
const ROWS = 200;

/** What a payment takes that a customer is asked for, and one that leaves in a batch of the treasury. */
export async function scalePayments(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-payments-'));
  try {
    return [await paymentsIn(folder), await payoutsInBatch(folder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One after the other over HTTP, each in the journal before it is sent. */
async function paymentsIn(folder: string): Promise<object> {
  const simulator = await startSimulator([]);
  const path = join(folder, 'in.sqlite');
  await ask(path, simulator.processing, 0, WARM_UP);
  const size = statSync(path).size;
  const spent = await ask(path, simulator.processing, WARM_UP, PAYMENTS);
  await simulator.stop();
  return row('asked for, one after the other', { ...spent, bytes: (statSync(path).size - size) / PAYMENTS });
}

/** So many payments in a life of their own. */
async function ask(path: string, { url, key, secret }: SimulatedAccount, from: number, count: number): Promise<Omit<Spent, 'bytes'>> {
  const transport = counting(createHttpTransport());
  const store = await openStore({ path, clock: systemClock });
  const calls = createProcessingClient({ url, key, secret: new Secret(secret), transport }) as unknown as AnyCalls;
  const random = seededRandom(`payments from ${from}`);
  const newId = (): string => ulid(systemClock.now(), random);
  const transfers = new Transfers({ calls, journal: store.journal, clock: systemClock, newId, firstPage: 0, tell: console.error });
  const [beganMs, before] = [performance.now(), process.cpuUsage()];
  for (let i = 0; i < count; i++) {
    const order = { amountTo: '100', networkCode: 'ETH', customOrderId: `order-${from + i}` };
    const params = { currencyFrom: 'USDT', currencyTo: 'EUR', ...order };
    const request = { interface: 'processing', operation: 'paymentIntents.create', params } as const;
    await sendApiRequest(request, calls, () => Promise.resolve(transfers), {});
  }
  const ms = (performance.now() - beganMs) / count;
  const { user, system } = process.cpuUsage(before);
  await store.close();
  await transport.close();
  return { requests: transport.sent() / count, cpuMs: (user + system) / 1000 / count, ms };
}

/** Under virtual time, with the simulator in the same process: requests and bytes count, times do not. */
async function payoutsInBatch(folder: string): Promise<object> {
  const [database, treasury] = [join(folder, 'account.sqlite'), join(folder, 'treasury.sqlite')];
  const size = (): number => statSync(database).size + statSync(treasury).size;
  await (await moveBench({ database, treasury })).end();
  const before = size();
  const sent: (() => number)[] = [];
  const wrap = (transport: Transport): Transport => {
    const counted = counting(transport);
    sent.push(counted.sent);
    return counted;
  };
  const bench = await moveBench({ database, treasury, wrap });
  bench.keys = ['of anna'];
  const rows = Array.from({ length: ROWS }, (_, i) => usdtRow(`B-1-${i}`, '10'));
  const move = { id: 'B-1', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows } as const;
  await bench.transfers.run(bench.moves.ask(move));
  const { state } = await bench.settle('B-1', 60);
  if (state !== 'completed') throw new Error(`the batch is ${state}`);
  await bench.end();
  const requests = sent.reduce((sum, of) => sum + of(), 0) / ROWS;
  return row(`in a batch of ${ROWS}, followed until completed`, { requests, bytes: (size() - before) / ROWS });
}

function counting(transport: Transport): Transport & { readonly sent: () => number } {
  let count = 0;
  return {
    ...transport,
    send: (...args) => {
      count++;
      return transport.send(...args);
    },
    sent: () => count,
  };
}

interface Spent {
  readonly requests: number;
  readonly bytes: number;
  readonly cpuMs?: number;
  readonly ms?: number;
}

function row(payment: string, { requests, cpuMs, ms, bytes }: Spent): object {
  return {
    payment,
    'requests each': requests.toFixed(2),
    'processor ms each': cpuMs?.toFixed(2) ?? '',
    'ms each': ms?.toFixed(1) ?? '',
    'bytes on disk each': bytes.toFixed(0),
  };
}
