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

  it('have only the outcome of what is settled since', () => {
    const over = { ...UNKNOWN, state: 'not-sent', resolvedAt: 700, evidence: 'order 7 was filled' } as const;
    expect(settled(over)).toEqual(['replace: unknown', 'replace: not-sent: order 7 was filled']);
  });
});
