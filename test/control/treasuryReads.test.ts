import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { TreasuryView } from '../../src/control/contract/treasuryView.ts';
import { isListening } from '../../src/control/isListening.ts';
import { treasuryReads } from '../../src/control/treasuryReads.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { FILLED, filledTreasury } from './filledTreasury.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'desk-'));
});
afterEach(() => rmSync(state, { recursive: true }));

function look(): Promise<TreasuryView> {
  const trader = { snapshot: () => ({ markets: [] }) };
  return treasuryReads({ state, settings: { server: undefined }, trader } as unknown as Daemon);
}

async function listenOn<T>(socket: string, use: (heard: () => number) => Promise<T>): Promise<T> {
  let heard = 0;
  const server = createServer((connection) => connection.on('data', (bytes) => void (heard += bytes.length)));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  try {
    return await use(() => heard);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a treasury beside the daemon', () => {
  it('is not made where there is none', async () => {
    expect(await look()).toMatchObject({ folder: state, isThere: false, isServed: false, open: [], book: [], audit: undefined });
    expect(await look()).toMatchObject({ isThere: false });
  });

  it(
    'is shown: what waits and for whom, what has ended, the address book, the limits, the policy, the head of the audit log',
    { tags: 'long' },
    async () => {
      await filledTreasury(join(state, 'treasury.sqlite'), systemClock.now());
      const { open, ended, book, limits, policy, audit, isServed, trouble } = await look();
      expect({ isServed, trouble }).toEqual({ isServed: false, trouble: undefined });
      expect(open.map(({ id, state: where }) => [id, where])).toEqual([
        [FILLED.unknown, 'unknown'],
        [FILLED.waiting, 'awaiting-approval'],
      ]);
      expect(open[1]).toMatchObject({
        to: 'cold-1',
        payments: 1,
        over: 0,
        sums: [{ currency: 'BTC' }],
        needs: [{ of: 'finance', need: 2, missing: 1, who: ['cleo'] }],
        approvals: [{ person: 'ben' }],
      });
      expect(open[1]!.words!.split(' ')).toHaveLength(8);
      expect(ended).toMatchObject([{ id: FILLED.done, state: 'completed', over: 1, words: undefined }]);
      expect(book).toMatchObject([
        { name: 'cold-1', state: 'cooling', needs: [] },
        { name: 'new one', state: 'requested', needs: [{ of: 'finance', need: 2, missing: 2, who: ['ben', 'cleo'] }] },
      ]);
      expect(limits.map(({ rule, last, of, sent, waiting }) => [rule, last, of, sent.toFixed(), waiting.toFixed()])).toEqual([
        ['small', '24 h', 'BTC', '0.5', '1.5'],
      ]);
      expect(policy).toMatchObject({ version: 1, publishedBy: 'anna', next: null });
      expect(audit!.hash).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it('shows no key and no signature', { tags: 'long' }, async () => {
    await filledTreasury(join(state, 'treasury.sqlite'), systemClock.now());
    const text = JSON.stringify(await look());
    for (const hidden of [...FILLED.hidden, 'signature', 'ed25519']) expect(text).not.toContain(hidden);
  });

  it('is asked nothing while it runs: its socket only has to be open', async () => {
    await filledTreasury(join(state, 'treasury.sqlite'), systemClock.now());
    const heard = await listenOn(join(state, 'treasury.sock'), async (bytes) => {
      expect(await look()).toMatchObject({ isServed: true });
      return bytes();
    });
    expect(heard).toBe(0);
    expect(await look()).toMatchObject({ isServed: false });
  });

  it('that can’t be read says why, and the rest of the dashboard goes on', async () => {
    writeFileSync(join(state, 'treasury.sqlite'), 'no database at all, but a text that is long enough to be looked at as one');
    expect(await look()).toMatchObject({ isThere: true, trouble: expect.any(String) as string, open: [] });
  });
});

describe(isListening, () => {
  it('says no of a file that is no socket, and of none', async () => {
    const path = join(state, 'plain');
    expect(await isListening(path)).toBe(false);
    writeFileSync(path, '');
    expect(await isListening(path)).toBe(false);
  });
});
