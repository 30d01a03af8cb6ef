import { afterAll, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { BOOK, END } from '../../../src/recording/marketCursor.ts';
import { SessionCursor } from '../../../src/research/parity/sessionCursor.ts';
import { BTC, NOON, touch } from '../../engine/fixtures.ts';
import { sessionWriter, temporaryFolder } from '../../session/recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('shows what the session was warmed up with before its books, and nothing of what lies before the time that is asked for', async () => {
  const clock = new VirtualClock(NOON);
  const path = `${folder.path}/session`;
  const trouble: string[] = [];
  const writer = sessionWriter(path, clock, trouble);
  let sequence = 0;
  const at = NOON;
  writer.record({ type: 'pairs', pairs: [BTC], sequence: sequence++, at }, []);
  const looks = [NOON - 2000, 10, 1, 12, 2, NOON - 1000, 11, 1, 12, 2];
  writer.record({ type: 'warm-up', symbol: 'BTC/EUR', since: { s: 0 }, looks, sequence: sequence++, at }, []);
  writer.record({ type: 'warm-up', symbol: 'ETH/EUR', since: { s: 0 }, looks, sequence: sequence++, at }, []);
  for (const later of [0, 1000]) {
    const book = touch('1', '2', NOON + later);
    writer.record({ type: 'book', book, sequence: sequence++, at: NOON + later }, []);
  }
  await writer.end('over');
  expect(trouble).toEqual([]);
  const shownFrom = (from: number): string[] => {
    const cursor = new SessionCursor(path, BTC, from, Infinity);
    const shown: string[] = [];
    for (let type = cursor.next(); type !== END; type = cursor.next()) {
      expect(type).toBe(BOOK);
      shown.push(`${cursor.book.receivedAt - NOON}: ${cursor.book.bids.bestTicks} ${cursor.book.asks.bestTicks}`);
    }
    cursor.close();
    return shown;
  };
  expect(shownFrom(NOON - 5000)).toEqual(['-2000: 10 12', '-1000: 11 12', '0: 100 200', '1000: 100 200']);
  expect(shownFrom(NOON - 1500)).toEqual(['-1000: 11 12', '0: 100 200', '1000: 100 200']);
  expect(shownFrom(NOON)).toEqual(['0: 100 200', '1000: 100 200']);
});
