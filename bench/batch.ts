import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countingProxy } from './countingProxy.ts';
import { startSimulator } from './startSimulator.ts';

/** A batch from its file to the last row's end, by one command, over HTTP. `-- 500` makes it so many rows. */
const ROWS = Number(process.argv[2] ?? 2000);
/** What holds unless the configuration says otherwise. */
const RATE = { perSecond: 8, burst: 8 };
const BIN = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-batch-'));
const simulator = await startSimulator(['--balance', 'USDT=10000000']);
const proxy = await countingProxy(simulator.url);
try {
  console.table([await measured()]);
} finally {
  proxy.stop();
  await simulator.stop();
  rmSync(folder, { recursive: true });
}
process.exit();

async function measured(): Promise<object> {
  const env = {
    ...process.env,
    SLUICE_EXCHANGE_URL: proxy.url,
    SLUICE_EXCHANGE_KEY: simulator.key,
    SLUICE_EXCHANGE_SECRET: simulator.secret,
    SLUICE_STATE: join(folder, 'state'),
    SLUICE_ACCOUNTS: join(folder, 'accounts'),
  };
  const sluice = (...argv: string[]): Promise<unknown> =>
    ran(spawn(process.execPath, [BIN, ...argv], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
  const key = join(folder, 'anna.pem');
  await sluice('treasury', 'key', 'new', 'anna', '--out', key);
  const shown = execFileSync(process.execPath, [BIN, 'treasury', 'key', 'show', key, '-o', 'json'], { env, encoding: 'utf8' });
  const { publicKey } = JSON.parse(shown) as { publicKey: string };
  const policy = [
    `people: { anna: { keys: ['${publicKey}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody, cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules: [{ name: all, then: allow }]',
  ];
  writeFileSync(join(folder, 'policy.yaml'), `${policy.join('\n')}\n`);
  await sluice('treasury', 'policy', 'publish', join(folder, 'policy.yaml'), '--as', 'anna', '--yes');
  const place = ['--currency', 'USDT', '--network', 'ETH', '--address', ADDRESS];
  await sluice('treasury', 'book', 'add', 'supplier', ...place, '--as', 'anna', '--key', key, '--yes');
  // The ledger begins once for an account.
  await sluice('reconcile');
  const rows = Array.from({ length: ROWS }, (_, i) => `supplier,${(1000 + i) / 100}`);
  writeFileSync(join(folder, 'batch.csv'), `to,amount\n${rows.join('\n')}\n`);
  const before = proxy.count();
  const beganMs = performance.now();
  await sluice('treasury', 'batch', 'submit', join(folder, 'batch.csv'), '--as', 'anna', '--key', key, '--yes');
  const seconds = (performance.now() - beganMs) / 1000;
  const requests = proxy.count() - before;
  const least = Math.max(0, requests - RATE.burst) / RATE.perSecond;
  return {
    rows: ROWS,
    requests,
    seconds: seconds.toFixed(1),
    'seconds by the rate limit alone': least.toFixed(1),
    ratio: (seconds / least).toFixed(2),
  };
}

async function ran(child: ReturnType<typeof spawn>): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`a command ended with ${code}`);
}
