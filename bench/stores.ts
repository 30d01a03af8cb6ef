import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/base/systemClock.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import { storeAddress } from '../src/settings/storeServer.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { PostgresServer } from '../test/store/postgresServer.ts';
import { diskFloor } from './floors.ts';
import { median } from './harness.ts';
import { orderLoop, type OrderLoop } from './orderLoop.ts';
import { startProcess } from './startProcess.ts';

/**
 * From a poll to an acknowledged order with the journal in sqlite and in a Postgres of the same machine, both on the same disk and with every
 * commit flushed: `-- ROUNDS`. Both journals have to hold the same orders at the end.
 */
const ROUNDS = Number(process.argv[2] ?? 11);
/** The venue gives sixteen books in turn: with these both stores get the same ones. */
const LOOPS = 288;
const TURN = 48;
const WARM_UP = 2000;
const MOST = 2;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const server = await startProcess('answeringServer.ts', []);
const url = `http://127.0.0.1:${server.line}`;
const transport = createHttpTransport();
const postgres = await new PostgresServer(`place=${tmpdir()}`).start();
const disk = diskFloor(folder);
const options = { path: join(folder, 'state.sqlite'), clock: systemClock };
const inFile = await openStore(options);
const onServer = await openStore({ ...options, path: join(folder, 'there', 'state.sqlite'), server: storeAddress(postgres.url)!.server });
const loops = [orderLoop('sqlite', url, transport, inFile.journal), orderLoop('Postgres', url, transport, onServer.journal)] as const;

try {
  for (const loop of loops) await timesOf(loop, WARM_UP);
  const rounds: (readonly number[])[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const times: number[][] = [[], [], []];
    for (let turn = 0; turn < LOOPS / TURN; turn++) {
      for (const [at, loop] of loops.entries()) times[at]!.push(...(await timesOf(loop, TURN)));
      times[2]!.push(...(await timesOf({ name: 'floor', once: () => disk.once().then(() => '') }, TURN)));
    }
    rounds.push(times.flatMap((all) => [quantile(all, 0.5), quantile(all, 0.99)]));
  }
  report(rounds, await checksum(inFile), await checksum(onServer));
} finally {
  disk.close();
  await server.stop();
  await transport.close();
  await inFile.close();
  await onServer.close();
  await postgres.remove();
  rmSync(folder, { recursive: true });
}

async function timesOf({ name, once, after }: OrderLoop, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    const id = await once();
    times.push((performance.now() - begun) * 1000);
    if (name !== 'floor' && id !== '9007199254741000') throw new Error(`${name}: order ${id} was acknowledged`);
    await after?.();
  }
  return times;
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
}

/** The checksum of everything that a journal holds of its orders, but for the name of the contender and times. */
async function checksum({ journal }: Store): Promise<string> {
  const hash = createHash('sha256');
  const intents = await journal.list(1_000_000);
  const rows = intents.map(({ kind, lane, fingerprint, body, bodyHash, state, exposure }) =>
    JSON.stringify([kind, lane, fingerprint, body, bodyHash, state, exposure.toFixed()]),
  );
  for (const row of rows.toSorted((a, b) => (a < b ? -1 : 1))) hash.update(row);
  return `${intents.length} orders, ${hash.digest('hex').slice(0, 16)}`;
}

function report(rounds: readonly (readonly number[])[], inSqlite: string, inPostgres: string): void {
  if (inSqlite !== inPostgres) throw new Error(`the journals differ: ${inSqlite} and ${inPostgres}`);
  console.log(
    `From poll to acknowledgement (Node ${process.version}, ${ROUNDS} alternating rounds of ${LOOPS}, medians; in both: ${inSqlite})`,
  );
  const us = (at: number): string => median(rounds.map((times) => times[at]!)).toFixed(0);
  console.table(
    ['sqlite', 'Postgres', 'floor: disk flush'].map((name, i) => ({ store: name, 'p50 us': us(2 * i), 'p99 us': us(2 * i + 1) })),
  );
  for (const [what, at] of [
    ['p50', 0],
    ['p99', 1],
  ] as const) {
    const ratios = rounds.map((times) => times[2 + at]! / times[at]!);
    const ratio = median(ratios);
    const isMissed = at === 0 && ratio > MOST;
    if (isMissed) process.exitCode = 1;
    const target = at === 0 ? `, to reach <= ${MOST} ${isMissed ? 'MISSED' : 'ok'}` : '';
    console.log(
      `Postgres / sqlite, ${what}: ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})${target}`,
    );
  }
}
