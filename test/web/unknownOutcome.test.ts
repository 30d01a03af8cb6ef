import { describe, expect, it } from 'vitest';
import { evidenceRows, notYetText, phasesOf, stepsOf, type Unknown } from '../../web/pure/unknownOutcome.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 23, 13, 51, seconds)).toISOString();
const LOOK: NonNullable<Unknown['look']> = {
  at: at(42),
  finding: 'nothing',
  openOrders: 9,
  isCurrent: true,
  isBehind: false,
  isAlive: true,
  rounds: 2,
  roundsNeeded: 3,
  leavesNoRoom: undefined,
  takenUntil: at(20),
  visibleUntil: at(32),
  quietUntil: at(77),
};
const UNKNOWN: Unknown = {
  id: '01K9',
  kind: 'place',
  state: 'unknown',
  strategy: 'btc-maker',
  lane: 'spot:BTC/EUR',
  what: 'place BTC/EUR Sell Limit 0.00999 60766.14',
  amount: '0.00999',
  atRisk: '607.05 EUR',
  since: at(2),
  sentAt: at(2),
  gaveUpAt: at(7),
  expiresAt: at(20),
  evidence: 'connection reset',
  request: undefined,
  look: LOOK,
  waitsFor: '1 more complete rounds of the lists',
  notPlacedFrom: at(20),
  verdicts: [],
};
const saysOf = (look: Partial<typeof LOOK>, kind: Unknown['kind'] = 'place'): Record<string, string> =>
  Object.fromEntries(evidenceRows({ kind, look: { ...LOOK, ...look } }).map(({ asked, speaksFor }) => [asked, speaksFor]));

describe('what the lists say of an unknown outcome', () => {
  it('is told list by list, with what it speaks for', () => {
    expect(saysOf({})).toEqual({
      'Open orders and trades': 'not placed',
      'Do the trades reach back?': 'not placed',
      Balances: 'neither',
      'Are the lists up to date?': 'not placed',
      'Are the lists alive?': 'not placed',
      'Complete readings in a row': 'neither',
    });
    expect(evidenceRows({ kind: 'place', look: LOOK })[0]!.says).toContain('9 orders are open');
    expect(evidenceRows({ kind: 'place', look: { ...LOOK, openOrders: 1 } })[0]!.says).toMatch(/; 1 order is open$/);
  });

  it('speaks for placed where something is found, or a balance moved', () => {
    expect(saysOf({ finding: 'unclear', leavesNoRoom: false })).toMatchObject({ 'Open orders and trades': 'placed', Balances: 'placed' });
    expect(saysOf({ leavesNoRoom: true, rounds: 3 })).toMatchObject({ Balances: 'not placed', 'Complete readings in a row': 'not placed' });
  });

  it('says nothing where a list is behind, ends too soon, or is silent', () => {
    expect(Object.values(saysOf({ isCurrent: false, isBehind: true, isAlive: false })).filter((one) => one === 'neither')).toHaveLength(5);
  });

  it('looks for a conversion in their history', () => {
    expect(saysOf({}, 'convert')).toMatchObject({ 'History of conversions': 'not placed' });
    expect(saysOf({ finding: 'unclear' }, 'convert')).toMatchObject({ 'History of conversions': 'placed' });
  });
});

describe('that nothing came of it', () => {
  const textAt = (seconds: number, row: Pick<Unknown, 'notPlacedFrom'> = UNKNOWN): string | undefined =>
    notYetText(row, Date.parse(at(seconds)));

  it('can be said when the venue takes it no more, and until then it is told how long that is', () => {
    expect(textAt(15)).toBe('The venue may still take it: this can be said in 5.0 s.');
    expect(textAt(20)).toBeUndefined();
    expect(textAt(15, { notPlacedFrom: undefined }), 'where nobody knows, the daemon says it').toBeUndefined();
  });
});

describe('when it could still happen', () => {
  const statesAt = (seconds: number, unknown: Unknown = UNKNOWN): string[] =>
    phasesOf(unknown, Date.parse(at(seconds))).map(({ name, state }) => `${name}: ${state}`);

  it('goes from its way to the venue to the time after which a quiet account proves something', () => {
    expect(statesAt(25)).toEqual([
      'on its way: over',
      'the venue could take it: over',
      'it could show late: now',
      'a quiet account proves nothing yet: ahead',
    ]);
    expect(statesAt(3)[0]).toBe('on its way: now');
    expect(statesAt(99).every((one) => one.endsWith('over'))).toBe(true);
  });

  it('ends with what is known', () => {
    expect(statesAt(9, { ...UNKNOWN, look: undefined })).toEqual(['on its way: over', 'the venue could take it: now']);
    expect(statesAt(9, { ...UNKNOWN, look: undefined, sentAt: undefined, gaveUpAt: undefined, expiresAt: undefined })).toEqual([]);
  });
});

describe('what was done about it', () => {
  it('is told oldest first', () => {
    expect(stepsOf(UNKNOWN).map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
      'In the journal: on disk before its first byte left',
      'Sent: once, and never again',
      'No answer: after 5.0 s; spot:BTC/EUR was shut',
      'Looked for: still waits for 1 more complete rounds of the lists',
    ]);
  });

  it('says what has not been done yet, and that a person decides', () => {
    const never = {
      ...UNKNOWN,
      state: 'quarantined',
      sentAt: undefined,
      gaveUpAt: undefined,
      look: undefined,
      evidence: undefined,
    } as const;
    expect(stepsOf(never).map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
      'In the journal: on disk before its first byte left',
      'Looked for: no list was read completely yet',
      'Quarantined: a person decides',
    ]);
    expect(stepsOf({ ...UNKNOWN, waitsFor: undefined }).at(-1)!.detail).toBe('settled with the next reading');
  });
});
