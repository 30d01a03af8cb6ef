import { expect, it } from 'vitest';
import { Fault, type FaultDetails } from '../../src/base/fault.ts';
import { faultBody } from '../../src/control/controlReply.ts';

it('takes a fault across with how things stand and what to do about it, which the command line shows', () => {
  const details: FaultDetails = {
    outcome: 'unknown',
    retryable: true,
    stands: 'nobody knows',
    suggestion: 'look',
    status: 400,
    traceId: 't',
  };
  expect(JSON.parse(faultBody(new Fault('network', 'lost', details)))).toEqual({
    fault: { code: 'network', message: 'lost', ...details },
  });
});
