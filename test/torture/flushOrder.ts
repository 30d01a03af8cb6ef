import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from '../ownFolder.ts';
import { flushFaults } from './flushFaults.ts';
import { startVenue } from './startVenue.ts';

const SLUICE = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const CALLS = 'trace=write,writev,sendto,sendmsg,pwrite64,fsync,fdatasync';

/**
 * Looks with `strace` at what one order from the command line asks of the system. Undefined where `strace` is missing or may not look;
 * else what is wrong with the order of flush and first byte.
 */
export async function flushOrder(): Promise<readonly string[] | undefined> {
  if (!mayLook()) return undefined;
  const folder = ownFolder('sluice-flush-');
  const venue = startVenue(1);
  try {
    const env = await venue.env();
    const trace = join(folder, 'trace');
    const order = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50', '--yes', '-o', 'json'];
    const args = ['-f', '-yy', '-s', '64', '-e', CALLS, '-o', trace, process.execPath, SLUICE, ...order, '--state', folder];
    const placing = spawn('strace', args, { stdio: 'ignore', env: { ...process.env, ...env, SLUICE_ACCOUNTS: join(folder, 'accounts') } });
    const [code] = (await once(placing, 'exit')) as [number | null];
    if (code !== 0) return [`the order ended with ${code}`];
    return flushFaults(readFileSync(trace, 'latin1').split('\n'));
  } finally {
    venue.child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/** A container may forbid it to look at other processes. */
function mayLook(): boolean {
  try {
    execFileSync('strace', ['-f', '-o', '/dev/null', process.execPath, '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
