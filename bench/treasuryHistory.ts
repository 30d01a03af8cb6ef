import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '../src/base/virtualClock.ts';
import { publishPolicy } from '../src/daemon/treasury/publishPolicy.ts';
import { openTreasuryStore } from '../src/store/treasuryStore.ts';
import { publicKeyOf } from '../src/treasury/approvals/signature.ts';
import { ChainCheck } from '../src/treasury/audit/chainCheck.ts';
import { auditLog } from '../src/cli/auditLog.ts';
import { twoPolicies, writeHistory } from '../test/daemon/treasury/longHistory.ts';
import { keyOf } from '../test/daemon/treasury/treasuryBench.ts';
import { btcRow } from '../test/treasury/moves/moveBench.ts';

/** How long the treasury takes for one decision on a long history, and for a few other things that it does with it. */
const NOW = Date.UTC(2026, 10, 23);
const [count = '100000'] = process.argv.slice(2);
const DAYS = 365;
const TRIES = 5;
const POLICY = `people: { anna: { keys: ['${publicKeyOf(keyOf('anna'))}'] } }
groups: { owners: [anna] }
book: { approve: nobody, cooling: 0s, firstPayment: [0.05 BTC] }
change: { approve: [{ need: 1, of: owners }] }
rules:
  - { name: week, if: { window: [{ last: 7d, above: 100000 BTC }] }, then: deny }
  - { name: ever, if: { window: [{ last: lifetime, above: 100000 BTC }] }, then: deny }
  - { name: rest, then: allow }
`;

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  process.stdout.write(`${what.padEnd(64)}${(performance.now() - began).toFixed(1).padStart(10)} ms\n`);
  return result;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-history-'));
const clock = new VirtualClock(NOW);
try {
  const made = await openTreasuryStore({ path: ':memory:', clock });
  await publishPolicy(made, clock, { text: POLICY, who: 'anna', approvals: [] });
  await timed(`writing ${count} moves of ${DAYS} days`, () =>
    writeHistory(made, NOW, Number(count), DAYS, 'bench', ['completed', 'completed', 'declined']),
  );
  const { policy, whole } = twoPolicies(made, clock);
  const rows = [btcRow('N-1', '0.01')];
  const move = { id: 'N', kind: 'withdrawal', initiator: 'anna', rows } as const;
  const quotes = [{ leaves: rows[0]!.amount, fee: undefined, receives: undefined, receivesCurrency: 'BTC', problem: undefined }];
  for (let i = 0; i < TRIES; i++) await timed('a decision that reads the whole history', () => whole.decide(move, quotes, NOW, undefined));
  for (let i = 0; i < TRIES; i++)
    await timed('a decision as it is (the first one adds up what is past)', () => policy.decide(move, quotes, NOW, undefined));
  await timed('all moves of 90 days, as they were read for duplicates', () => made.moves.since(NOW - 90 * 86_400_000, 100_000));
  await timed('those among which a duplicate may be', () => made.moves.alike(NOW - 90 * 86_400_000, ['N-1'], [rows[0]!.amount]));
  await timed('the audit log, verified', async () => {
    const check = new ChainCheck([]);
    for await (const row of auditLog(made)) check.add(row);
    return check.end();
  });
  await made.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
