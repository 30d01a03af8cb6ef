import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { listOf, type ListRequest } from '../../src/client/list.ts';
import { json, scripted, type Seen } from './scripted.ts';

interface Item {
  readonly id: string;
  readonly amount?: number;
}

async function all(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** A list that `pageAt` answers, and the pages that were asked for. */
function request(
  pageAt: (page: number, count: number) => readonly Item[],
  extra: Partial<ListRequest> = {},
): { asked: number[]; list: ListRequest } {
  const asked: number[] = [];
  return {
    asked,
    list: {
      operation: 'orders.list',
      paging: { style: 'page-count', items: 'items' },
      pageBase: undefined,
      params: { count: 3 },
      ask: async (params) => {
        const page = params['page'] as number;
        asked.push(page);
        await Promise.resolve();
        return { items: pageAt(page, params['count'] as number) };
      },
      ...extra,
    },
  };
}

const items = Array.from({ length: 8 }, (_, i): Item => ({ id: String(i) }));
const slice = (list: readonly Item[], base: number) => (page: number, count: number) =>
  list.slice((page - base) * count, (page - base + 1) * count);

describe('lists', () => {
  it('are one page when awaited, and send nothing before', async () => {
    const { asked, list } = request(slice(items, 0));
    const made = listOf(list);
    expect(asked).toEqual([]);
    expect(await made).toEqual({ items: items.slice(0, 3) });
    expect(asked).toEqual([0]);
  });

  it('are every item once when walked, to the empty page', async () => {
    const { asked, list } = request(slice(items, 0));
    expect(await all(listOf(list))).toEqual(items);
    expect(asked).toEqual([0, 1, 2, 3]);
  });

  it('miss nothing of a venue that counts from 1 and answers page 0 as page 1', async () => {
    const { list } = request((page, count) => slice(items, 1)(Math.max(1, page), count));
    expect(await all(listOf(list))).toEqual(items);
  });

  it('miss nothing of a venue that counts from 1 and refuses page 0', async () => {
    const { asked, list } = request((page, count) => {
      if (page === 0) throw new Fault('refused', 'page must be 1 or more');
      return slice(items, 1)(page, count);
    });
    expect(await all(listOf(list))).toEqual(items);
    expect(await listOf(list)).toEqual({ items: items.slice(0, 3) });
    expect(asked.slice(0, 4)).toEqual([0, 1, 0, 2]);
  });

  it('miss nothing of a venue that counts from 1 and shows an empty page 0 of a list that has items', async () => {
    const { list } = request(slice(items, 1));
    const counted = { ...list, ask: async (params: object) => ({ ...((await list.ask(params as never)) as object), total: items.length }) };
    expect(await all(listOf(counted))).toEqual(items);
    expect(await listOf(counted)).toMatchObject({ items: items.slice(0, 3) });
  });

  it('begin with page 0 where only one request for it was refused', async () => {
    let refusals = 0;
    const { list } = request((page, count) => {
      if (page === 0 && refusals++ === 0) throw new Fault('refused', 'try again later');
      return slice(items, 0)(page, count);
    });
    expect(await all(listOf(list))).toEqual(items);
  });

  it('begin where the configuration says', async () => {
    const { asked, list } = request(slice(items, 1), { operation: 'conversions.list', pageBase: 1 });
    expect(await all(listOf(list))).toEqual(items);
    expect(asked[0]).toBe(1);
  });

  it('of open orders are looked for where they begin, whatever is known of other lists (000 Spot trading: page 1 by default)', async () => {
    const { list } = request(
      (page, count) => {
        if (page === 0) throw new Fault('refused', 'page must be 1 or more');
        return slice(items, 1)(page, count);
      },
      { pageBase: 0 },
    );
    expect(await all(listOf(list))).toEqual(items);
  });

  it('begin at the page that was asked for', async () => {
    const { list } = request(slice(items, 0), { params: { count: 3, page: 2 } });
    expect(await all(listOf(list))).toEqual(items.slice(6));
  });

  it('pass a refusal on when the page was asked for', async () => {
    const { list } = request(
      () => {
        throw new Fault('refused', 'no');
      },
      { params: { page: 0 } },
    );
    await expect(Promise.resolve(listOf(list))).rejects.toMatchObject({ code: 'refused' });
  });

  it('miss nothing and repeat nothing when items arrive on top between pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), async (arrivals, count) => {
        let venue: readonly Item[] = items;
        const { list } = request(
          (page) => {
            const answer = slice(venue, 0)(page, count);
            const fresh = Array.from({ length: arrivals[page] ?? 0 }, (_, i): Item => ({ id: `new ${page} ${i}` }));
            venue = [...fresh, ...venue];
            return answer;
          },
          { params: { count } },
        );
        const walked = (await all(listOf(list))) as Item[];
        const ids = walked.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => !id.startsWith('new'))).toEqual(items.map(({ id }) => id));
      }),
    );
  });

  it('keep equal executions of one page apart, and drop a whole page that comes again', async () => {
    const twins: Item[] = [
      { id: '1', amount: 5 },
      { id: '1', amount: 5 },
      { id: '1', amount: 6 },
    ];
    const { list } = request((page) => (page < 2 ? twins : []), { operation: 'trades.list' });
    expect(await all(listOf(list))).toEqual(twins);
  });

  it('end with a venue that gives the same page for ever', async () => {
    const { asked, list } = request(() => items.slice(0, 3));
    expect(await all(listOf(list))).toEqual(items.slice(0, 3));
    expect(asked.length).toBeLessThan(15);
  });

  it('stop with a fault when pages never end', { tags: 'long' }, async () => {
    const { list } = request((page) => [{ id: String(page) }]);
    await expect(all(listOf(list))).rejects.toMatchObject({ code: 'venue-failure' });
  });

  it('skip and take', async () => {
    const asked: unknown[] = [];
    const list = listOf({
      operation: 'x.list',
      paging: { style: 'skip-take' },
      pageBase: 1,
      params: { take: 3 },
      ask: (params) => {
        asked.push(params);
        const skip = params['skip'] as number;
        return Promise.resolve(items.slice(skip, skip + (params['take'] as number)));
      },
    });
    expect(await all(list)).toEqual(items);
    expect(asked[0]).toEqual({ skip: 0, take: 3 });
  });
});

describe("the client's lists", () => {
  const answer = ({ query }: Seen): Response => {
    const page = Number(new URLSearchParams(query).get('page'));
    return json(
      page === 0
        ? '{"total":1,"items":[{"id":9007199254740993,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.5}]}'
        : '{"total":1,"items":[]}',
    );
  };

  it('are typed by their row: a page, or its items', async () => {
    const { client } = scripted(answer);
    const page = await client.orders.list({ symbol: 'BTC/EUR' });
    expect([page.total, page.items[0]!.id]).toEqual([1, '9007199254740993']);
    const amounts: string[] = [];
    for await (const order of client.orders.list()) amounts.push(order.amount.toFixed());
    expect(amounts).toEqual(['0.5']);
  });

  it('give a fault to who awaits and to who walks', async () => {
    const { client } = scripted(() => json('', 401));
    await expect(Promise.resolve(client.orders.list())).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(all(client.orders.list())).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
