import { existsSync, readdirSync, statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openConnection } from '../../src/store/connection.ts';

const MB = 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds when all that nobody needs is gone. */
export function heldHere(): Readonly<Record<string, number>> {
  collect();
  return { heap: process.memoryUsage().heapUsed / MB, descriptors: descriptorsOf('self') };
}

/** How many files, sockets and pipes a process has open. */
export function descriptorsOf(pid: number | 'self'): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** How much the journal has, and how large it is for each row. */
export async function rowsIn(database: string): Promise<Readonly<Record<string, number>>> {
  const connection = await openConnection(database, 'read');
  try {
    const sql = `SELECT (SELECT count(*) FROM fill) AS fills, (SELECT count(*) FROM intent) AS intents,
      (SELECT count(*) FROM intent WHERE state IN ('sending', 'unknown', 'quarantined') AND kind <> 'cancel') AS unresolved`;
    const { fills, intents, unresolved } = (await connection.get<{ fills: number; intents: number; unresolved: number }>(sql))!;
    return { fills, intents, unresolved, database: sizeOf(database) / Math.max(1, fills + intents) };
  } finally {
    await connection.close();
  }
}

function sizeOf(database: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (existsSync(database + suffix) ? statSync(database + suffix).size : 0), 0);
}
