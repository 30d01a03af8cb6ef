import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Finding } from '../../src/probe/finding.ts';
import { askLists } from '../../src/probe/listQuestions.ts';

/** A venue that fails at page 0, where others refuse it, and counts pages from `base`. */
async function asked(base: 0 | 1) {
  const symbols = Array.from({ length: 9 }, (_, at) => ({ symbol: `C${at}/EUR` }));
  const client = {
    prepare: (_operation: string, params: object) => params,
    send: async ({ page, count }: { readonly page: number; readonly count: number }) => {
      if (page === 0) throw new Fault('venue-failure', 'HTTP 500', { status: 500 });
      return { reply: { data: symbols.slice((page - base) * count, (page - base + 1) * count) } };
    },
    book: { get: () => Promise.resolve({ bids: [], asks: [] }) },
    balances: { list: () => Promise.resolve([]) },
  };
  const found: Finding[] = [];
  const learned: Parameters<typeof askLists>[0]['learned'] = {};
  await askLists({ client, learned, tell: (finding: Finding) => void found.push(finding) } as unknown as Parameters<typeof askLists>[0]);
  return { pageBase: learned.pageBase, seen: found.find(({ question }) => question === 'page-base')?.seen };
}

it('finds the page base of a venue that fails at page 0, where page 1 proves to be the first', async () => {
  expect(await asked(1)).toEqual({ pageBase: 1, seen: 'page 0 fails with HTTP 500, so they count from 1' });
  expect(await asked(0)).toEqual({ pageBase: undefined, seen: expect.stringContaining('page 1 is not the first') as string });
});
