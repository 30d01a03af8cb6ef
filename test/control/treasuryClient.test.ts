import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { treasuryClient } from '../../src/control/treasuryClient.ts';

const lost = treasuryClient({ send: () => Promise.reject(new Fault('timeout', 'the daemon did not answer in time')) });
const refused = treasuryClient({ send: () => Promise.reject(new Fault('risk', 'policy 1 is in force', { outcome: 'not-sent' })) });

describe(treasuryClient, () => {
  it.each([
    ['ask', () => lost.ask({})],
    ['advance', () => lost.advance('W-1')],
    ['settle', () => lost.settle({})],
    ['decide', () => lost.decide({})],
    ['adjust', () => lost.adjust({ currency: 'EUR', amount: '-1', cause: 'fee', note: 'x' })],
  ])('knows not what came of %s without an answer, and says where it shows', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({
      code: 'unknown-outcome',
      outcome: 'unknown',
      suggestion: expect.stringMatching(/^`sluice .*look before you ask again$/) as string,
    });
  });

  it('passes on what was lost of a read, and what was refused', async () => {
    await expect(lost.moves(1)).rejects.toMatchObject({ code: 'timeout' });
    await expect(refused.decide({})).rejects.toMatchObject({ code: 'risk', outcome: 'not-sent' });
  });
});
