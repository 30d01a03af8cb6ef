import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { assertWhole } from '../../src/cli/probeRun.ts';

it('says of a probe that the venue has ended how things stand, and not that nothing was changed', () => {
  const ended = new Fault('venue-failure', 'orders.list: HTTP 502 without a body', { suggestion: 'repeat later' });
  const probed = { findings: [], learned: {}, left: { open: [], unresolved: [] }, ended } as unknown as Parameters<typeof assertWhole>[0];
  expect(() => assertWhole(probed)).toThrow(
    expect.objectContaining({
      code: 'venue-failure',
      message: 'ended before all questions were asked: orders.list: HTTP 502 without a body',
      stands: 'everything that was placed is canceled, and nothing was written',
      suggestion: 'repeat later',
    }),
  );
});
