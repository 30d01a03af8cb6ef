import { describe, expect, it } from 'vitest';
import { journalRows } from '../../../src/daemon/story/storyRows.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { newIntent } from '../../store/builders.ts';

/** A replacement that was given up as unknown nine milliseconds after it was decided. */
const UNKNOWN: Partial<Intent> = { state: 'unknown', sentAt: 3, gaveUpAt: 9, evidence: 'HTTP 400: order 7 is not open' };

const settled = (over: Partial<Intent>): readonly string[] =>
  journalRows({ intents: [{ ...newIntent('1', { kind: 'replace' }), ...over } as Intent], orders: [], fills: [], conversion: undefined })
    .filter(({ step }) => step === 'settled')
    .map(({ detail }) => detail);

describe('journalRows', () => {
  it('say why nobody knows what came of a request, which may have had an answer', () => {
    expect(settled(UNKNOWN)).toEqual(['replace: unknown: HTTP 400: order 7 is not open']);
    expect(settled({ ...UNKNOWN, evidence: undefined })).toEqual(['replace: unknown']);
  });

  it('have each verdict with its ground: what an answer said, what was waited for, and what was found', () => {
    const verdicts = [
      { state: 'unknown', at: 9, evidence: 'HTTP 502: no words' },
      { state: 'quarantined', at: 500, evidence: 'it waits for balances' },
      { state: 'adopted', at: 700, evidence: 'found late' },
    ] as const;
    const rows = (count: number, over: Partial<Intent>) =>
      settled({ ...UNKNOWN, ...over, verdicts: verdicts.slice(0, count), evidence: verdicts[count - 1]!.evidence });
    const quarantined = ['replace: unknown: HTTP 502: no words', 'replace: quarantined: it waits for balances'];
    expect(rows(2, { state: 'quarantined' })).toEqual(quarantined);
    const adopted = rows(3, { state: 'adopted', resolvedAt: 700, venueId: '8' });
    expect(adopted).toEqual([...quarantined, 'replace: adopted as 8: found late']);
  });

  it('have only the outcome of what an earlier version has settled since', () => {
    const over = { ...UNKNOWN, state: 'not-sent', resolvedAt: 700, evidence: 'order 7 was filled' } as const;
    expect(settled(over)).toEqual(['replace: unknown', 'replace: not-sent: order 7 was filled']);
  });
});
