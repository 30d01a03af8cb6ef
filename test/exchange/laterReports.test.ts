import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaterReports } from '../../src/exchange/laterReports.ts';
import type { Report } from '../../src/model/event.ts';

const report = (orderId: string): Report => ({ type: 'cancel-accepted', orderId });

describe('LaterReports', () => {
  it('come in order of time, and of their adding at the same time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), (asked) => {
        const later = new LaterReports();
        const waiting: { at: number; id: string }[] = [];
        for (const [i, [at, takes]] of asked.entries()) {
          later.add(at, () => report(String(i)));
          waiting.push({ at, id: String(i) });
          waiting.sort((a, b) => a.at - b.at);
          expect([later.nextAt, later.isEmpty]).toEqual([waiting[0]!.at, false]);
          if (takes) expect(later.take()).toEqual(report(waiting.shift()!.id));
        }
        while (waiting.length > 0) expect(later.take()).toEqual(report(waiting.shift()!.id));
        expect([later.nextAt, later.isEmpty]).toEqual([Infinity, true]);
      }),
    );
  });

  it('are made when they are taken, and one more may be added meanwhile', () => {
    const later = new LaterReports();
    let made = 0;
    later.add(5, () => {
      made++;
      later.add(5, () => undefined);
      return report('1');
    });
    expect(made).toBe(0);
    expect([later.take(), made, later.nextAt, later.take(), later.nextAt]).toEqual([report('1'), 1, 5, undefined, Infinity]);
  });
});
