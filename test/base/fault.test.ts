import { describe, expect, it } from 'vitest';
import { Fault, isFault, messageOf } from '../../src/base/fault.ts';

describe('Fault', () => {
  it('carries its code, and is not to be retried unless it says so', () => {
    const fault = new Fault('network', 'connection refused');
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ name: 'Fault', code: 'network', message: 'connection refused', retryable: false });
    expect(fault.outcome).toBeUndefined();
    expect(fault.cause).toBeUndefined();
  });

  it('is told better by a caller, and is the same one in all else', () => {
    const fault = new Fault('timeout', 'no answer', {
      outcome: 'unknown',
      retryable: true,
      status: 504,
      stands: 'nobody knows',
      suggestion: 'wait',
    });
    const better = fault.told({ stands: 'it is written down' });
    expect(better).toMatchObject({ code: 'timeout', message: 'no answer', outcome: 'unknown', retryable: true, status: 504 });
    expect([better.stands, better.suggestion, better.cause]).toEqual(['it is written down', 'wait', fault]);
  });

  it('keeps every detail as it was given', () => {
    const cause = new Error('socket');
    const details = {
      outcome: 'unknown',
      retryable: true,
      status: 503,
      venueCode: 'server-error',
      fieldErrors: { amount: ['too small'] },
      traceId: 'abc',
      retryAfterMs: 250,
      suggestion: 'wait',
      cause,
    } as const;
    expect(new Fault('venue-failure', 'm', details)).toMatchObject(details);
  });
});

describe('isFault', () => {
  it('tells a fault from other errors, and one code from another', () => {
    const fault = new Fault('timeout', 'm');
    expect(isFault(fault)).toBe(true);
    expect(isFault(fault, 'timeout')).toBe(true);
    expect(isFault(fault, 'network')).toBe(false);
    for (const other of [new Error('timeout'), { code: 'timeout' }, undefined, 'timeout']) expect(isFault(other, 'timeout')).toBe(false);
  });
});

describe('messageOf', () => {
  it('finds words for anything that was thrown', () => {
    expect(messageOf(new Fault('store', 'disk full'))).toBe('disk full');
    expect(messageOf('just text')).toBe('just text');
    expect(messageOf(undefined)).toBe('undefined');
  });
});
