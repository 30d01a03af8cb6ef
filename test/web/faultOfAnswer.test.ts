import { describe, expect, it } from 'vitest';
import { failureText, faultOfAnswer, isLocked } from '../../web/pure/faultOfAnswer.ts';

describe('a refusal of the daemon', () => {
  it('is told in its own words, with what to do', () => {
    const fault = faultOfAnswer(400, '{"fault":{"code":"usage","message":"no such order","suggestion":"Look at sluice orders list."}}');
    expect(fault).toMatchObject({ status: 400, message: 'no such order' });
    expect(failureText(fault)).toBe('no such order. Look at sluice orders list.');
  });

  it('is told by its status when it has no words', () => {
    for (const text of ['', '<html>', '{}', 'null']) {
      expect(failureText(faultOfAnswer(502, text))).toBe('the daemon answered with status 502');
    }
  });

  it('is a lock only where a token is wanted', () => {
    expect([400, 401, 403, 500].map((status) => isLocked(faultOfAnswer(status, '')))).toEqual([false, true, false, false]);
    expect(isLocked(new Error('x'))).toBe(false);
  });

  it('is not claimed where no answer came', () => {
    expect(failureText(new TypeError('Failed to fetch'))).toBe('the daemon gave no answer; what came of it is not known');
    expect(failureText(new Error('odd'))).toBe('odd');
  });
});
