import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SentRequests } from '../../src/engine/sentRequests.ts';
import { NOON } from './fixtures.ts';

it('counts what was sent within the last minute, however much and however seldom it is asked', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(0, 1, 300, 59_999, 60_000, 60_001), fc.constantFrom('send', 'send', 'ask')), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.nat(300), steps, (atOnce, list) => {
      const sent = new SentRequests();
      let now = NOON;
      const model: number[] = [];
      const send = (): void => {
        sent.add(now);
        model.push(now);
      };
      for (let i = 0; i < atOnce; i++) send();
      for (const [after, what] of list) {
        now += after;
        if (what === 'send') send();
        else expect(sent.withinMinute(now)).toBe(model.filter((at) => now - at < 60_000).length);
      }
      expect(sent.withinMinute(now)).toBe(model.filter((at) => now - at < 60_000).length);
    }),
  );
});
