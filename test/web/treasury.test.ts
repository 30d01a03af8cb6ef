import { describe, expect, it } from 'vitest';
import {
  approveCommand,
  type Entry,
  entryLook,
  limitTitle,
  type Move,
  moveCommand,
  moveLook,
  signedText,
  type Treasury,
  treasuryWaiting,
} from '../../web/pure/treasury.ts';

const NOW = Date.parse('2026-11-23T14:00:00Z');

const move = (changes: Partial<Move> = {}): Move => ({
  id: 'W-1',
  kind: 'withdrawal',
  state: 'awaiting-approval',
  initiator: 'anna',
  createdAt: '2026-11-23T13:00:00.000Z',
  changedAt: '2026-11-23T13:30:00.000Z',
  expiresAt: '2026-11-24T13:00:00.000Z',
  rule: 'two look',
  policyVersion: 1,
  evidence: null,
  approvals: [],
  to: 'cold-1',
  sums: [{ currency: 'BTC', amount: '1.5' }],
  payments: 1,
  over: 0,
  needs: [{ of: 'finance', need: 2, missing: 1, who: ['cleo', 'dan'] }],
  words: 'a b c d e f g h',
  ...changes,
});

const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 'A-1',
  name: 'cold one',
  state: 'requested',
  currency: 'BTC',
  network: 'BTC',
  address: 'bc1q',
  tag: null,
  labels: [],
  beneficiary: null,
  requestedBy: 'anna',
  requestedAt: '2026-11-23T13:00:00.000Z',
  approvedBy: [],
  allowedFrom: null,
  removedAt: null,
  needs: [{ of: 'owners', need: 1, missing: 1, who: [] }],
  ...changes,
});

const told = (changes: Partial<Treasury> = {}): Treasury => ({
  folder: '.sluice',
  isThere: true,
  isServed: true,
  trouble: undefined,
  policy: undefined,
  open: [],
  ended: [],
  unlisted: 0,
  book: [],
  limits: [],
  audit: undefined,
  ...changes,
});

describe('what waits in the treasury', () => {
  it('is nothing before it is told, and where nothing is to be signed', () => {
    expect(treasuryWaiting(undefined)).toEqual([]);
    expect(treasuryWaiting(told({ open: [move({ state: 'sending' })], book: [entry({ needs: [] })] }))).toEqual([]);
  });

  it('is what nobody knows, each signature with its command, and a file that can’t be read', () => {
    const items = treasuryWaiting(told({ open: [move({ state: 'unknown' }), move()], book: [entry()], trouble: 'too new' }));
    expect(items.map(({ kind, title, command }) => [kind, title, command])).toEqual([
      ['unknown', 'Unknown withdrawal of 1.5 BTC to cold-1', 'sluice treasury show W-1'],
      ['look', 'Signature: withdrawal of 1.5 BTC to cold-1', 'sluice treasury approve W-1 --as NAME --key NAME.key.pem'],
      ['look', 'Signature: address cold one, BTC on BTC', "sluice treasury book approve 'cold one' --as NAME --key NAME.key.pem"],
      ['look', 'The treasury can’t be read', 'sluice treasury list'],
    ]);
    expect(items[1]!.detail).toBe('1 of 2 finance; cleo or dan may sign.');
  });
});

it('says who has signed and who may, and when nobody is left', () => {
  expect(signedText([{ of: 'owners', need: 1, missing: 0, who: [] }])).toBe('1 of 1 owners');
  expect(signedText(entry().needs)).toBe('0 of 1 owners; nobody is left to sign');
});

it('shows how far a batch is', () => {
  expect(moveLook(move({ state: 'sending', payments: 32, over: 21 })).word).toBe('sending, 21 of 32 over');
  expect(moveLook(move({ state: 'sent' })).word).toBe('sent');
  expect(moveCommand(move({ state: 'declined', payments: 3 }))).toBe('sluice treasury batch retry W-1 --dry-run');
  expect(moveCommand(move())).toBe(approveCommand('move', 'W-1'));
});

it('shows how long an address still cools', () => {
  expect(entryLook({ state: 'cooling', allowedFrom: '2026-11-23T17:30:00.000Z' }, NOW).word).toBe('cooling, 3 h 30 min left');
  expect(entryLook({ state: 'allowed', allowedFrom: null }, NOW)).toMatchObject({ kind: 'ok', word: 'allowed' });
  expect(entryLook({ state: 'another', allowedFrom: null }, NOW).word).toBe('another');
});

it('names a limit', () => {
  const use = {
    rule: 'small',
    last: '24 h',
    per: 'everything',
    of: undefined,
    limit: { amount: '1', currency: 'EUR' },
    sent: '0',
    waiting: '0',
    unvalued: [],
  } as const;
  expect(limitTitle({ ...use, bound: 'atMost' })).toBe('small: all, 24 h');
  expect(limitTitle({ ...use, of: 'BTC', bound: 'above' })).toBe('small: BTC, 24 h, decides above it');
});
