import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import { sqliteFacts } from '../store/inspectDatabase.ts';
import type { DiskSpace, Machine } from './machine.ts';

const ANSWERS_WITHIN_MS = 2000;
const MOST_BYTES = 65_536;

/** The machine that this process runs on. */
export const systemMachine: Machine = {
  node: process.versions.node,
  sluice: sluiceVersion(),
  sqlite: sqliteFacts,
  space: spaceOf,
  ask: answerOf,
  isPortFree,
};

async function spaceOf(path: string): Promise<DiskSpace> {
  const { bavail, bsize, ffree, files } = await statfs(path);
  return { freeBytes: bavail * bsize, freeFiles: files === 0 ? undefined : ffree };
}

/** The program is given a path to search and nothing else of our environment. */
function answerOf(program: string, args: readonly string[]): Promise<string | undefined> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: ANSWERS_WITHIN_MS, maxBuffer: MOST_BYTES, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
