import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { treasuryDigest } from '../../src/messages/treasuryDigest.ts';
import type { MoveRecord } from '../../src/model/move.ts';

const status = { venue: 'api.example.com', policy: null };
const move = (id: string, state: string): MoveRecord =>
  ({ id, kind: 'withdrawal', state, rows: [{ amount: dec('0.5'), currency: 'BTC', to: 'cold-1' }] }) as unknown as MoveRecord;

describe(treasuryDigest, () => {
  it('names what waits for somebody first, and why it is not ready', () => {
    const open = [move('W-1', 'sent'), move('W-2', 'awaiting-approval'), move('W-3', 'unknown')];
    expect(treasuryDigest({ status, open, trouble: 'no round has ended yet' }).split('\n')).toEqual([
      'the treasury runs at api.example.com, without a policy: it moves nothing; 3 moves open',
      'it is not ready: no round has ended yet',
      'withdrawal W-2 (0.5 BTC to cold-1) is awaiting-approval',
      'withdrawal W-3 (0.5 BTC to cold-1) is unknown',
      'withdrawal W-1 (0.5 BTC to cold-1) is sent',
    ]);
  });

  it('is short, however many there are', () => {
    const policy = { version: 3 } as never;
    expect(treasuryDigest({ status: { ...status, policy }, open: [], trouble: undefined })).toBe(
      'the treasury runs at api.example.com, policy 3; no move is open',
    );
    const open = Array.from({ length: 12 }, (_, index) => move(`W-${index}`, 'sent'));
    expect(treasuryDigest({ status, open, trouble: undefined }).split('\n').at(-1)).toBe('and 2 more: `sluice treasury list --open`');
  });
});
