import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdMoves } from '../../../src/daemon/treasury/holdMoves.ts';
import { treasuryDatabase } from '../../../src/daemon/treasury/treasuryPaths.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { ALLOWED, btcRow, moveBench } from '../../treasury/moves/moveBench.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-held-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe(holdMoves.name, () => {
  it('marks what is open at an interface, and says so in the audit log', { tags: 'long' }, async () => {
    const bench = await moveBench({ treasury: treasuryDatabase(folder) });
    const { clock } = bench.transfers;
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    bench.keys = ['of anna'];
    const order = { initiator: 'anna', signedWith: 'of anna', repeats: true, kind: 'withdrawal' as const };
    await bench.transfers.run(bench.moves.ask({ ...order, id: 'W', rows: [btcRow('W-0', '0.005')] }));
    await expect(holdMoves({ path: treasuryDatabase(folder) }, clock, 'exchange', 'rebuilt')).rejects.toMatchObject({
      code: 'daemon-running',
    });
    await bench.end();
    expect(await holdMoves({ path: treasuryDatabase(folder) }, clock, 'processing', 'rebuilt')).toBe(0);
    expect(await holdMoves({ path: treasuryDatabase(folder) }, clock, 'exchange', 'rebuilt')).toBe(1);
    const store = await openTreasuryStore({ path: treasuryDatabase(folder), clock });
    expect(await store.moves.get('W')).toMatchObject({ isOfBackup: true });
    const held = { what: 'treasury.held', subject: 'withdrawal batch conversion', evidence: 'rebuilt' };
    expect((await store.auditRows(0, 10)).at(-1)).toMatchObject(held);
    await store.close();
  });

  it('holds nothing of a treasury that is damaged, so that it keeps no journal from being recovered', { tags: 'long' }, async () => {
    const bench = await moveBench();
    writeFileSync(treasuryDatabase(folder), 'no database, though long enough to look like one'.repeat(100));
    expect(await holdMoves({ path: treasuryDatabase(folder) }, bench.transfers.clock, 'exchange', 'rebuilt')).toBe(0);
    await bench.end();
  });

  it('makes no treasury where none is', async () => {
    const bench = await moveBench();
    expect(await holdMoves({ path: treasuryDatabase(folder) }, bench.transfers.clock, 'exchange', 'rebuilt')).toBe(0);
    expect(existsSync(treasuryDatabase(folder))).toBe(false);
    await bench.end();
  });
});
