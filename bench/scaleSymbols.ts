import { median } from './harness.ts';
import { compilePolling, pollingRun } from './pollingRun.ts';

/** 200 books a second in all, so that what differs is what the symbols cost that nobody asks about. */
const BOOKS_PER_SECOND = 200;
const COUNTS = [10, 200, 800];

/** What a daemon takes that watches many symbols. */
export async function scaleSymbols(): Promise<object[]> {
  await compilePolling();
  const rows: object[] = [];
  for (const symbols of COUNTS) {
    const windows = await pollingRun({ symbols, kind: 'watching', booksMs: (1000 * symbols) / BOOKS_PER_SECOND });
    const middle = (key: keyof (typeof windows)[number]): number => median(windows.map((window) => window[key]));
    const perSecond = middle('booksPerSecond');
    rows.push({
      symbols,
      'books a second': perSecond.toFixed(0),
      '% of a core': middle('corePercent').toFixed(1),
      'us a book': ((middle('corePercent') * 10_000) / perSecond).toFixed(0),
      'resident MB': middle('rssMb').toFixed(0),
    });
  }
  return rows;
}
