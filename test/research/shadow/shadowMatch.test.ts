import { describe, expect, it } from 'vitest';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { BOOK, END, STATISTICS } from '../../../src/recording/marketCursor.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestMarket } from '../../../src/research/backtest/backtestOptions.ts';
import { bookMessage } from '../../../src/research/shadow/bookMessage.ts';
import { BLOCK_MS, type ShadowBlock } from '../../../src/research/shadow/compareBlocks.ts';
import type { ShadowContest } from '../../../src/research/shadow/shadowContest.ts';
import { ShadowMatch } from '../../../src/research/shadow/shadowMatch.ts';
import { readSources, type Source } from '../../tidy/source.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket, type Row } from '../backtest/recordedMarket.ts';
import { seededRandom } from '../../../src/base/random.ts';

const HOUR_AT = Date.UTC(2026, 10, 20, 22, 10);

/** A book every five seconds and a half, off the seconds, with statistics. */
function market(books: number): BacktestMarket {
  const random = seededRandom('match');
  let mid = 6_000_000;
  let volume = 1000;
  const rows = Array.from({ length: books }, (_, i): Row[] => {
    mid += Math.round(random.normal() * 300);
    const at = 250 + i * 5500;
    const levels = (best: number, sign: 1 | -1): [string, string][] =>
      [0, 1, 2].map((level) => [((best + sign * level * 30) / 100).toFixed(2), ((1 + random.int(400)) / 100).toFixed(5)]);
    const book: Row = { at, bids: levels(mid - 60, -1), asks: levels(mid + 60, 1) };
    return i % 10 === 0 ? [{ at, baseVolume: (volume += random.int(300) / 100).toFixed(2) }, book] : [book];
  });
  return recordedMarket(BTC, rows.flat(), HOUR_AT);
}

function maker(off: number, failsAfter = Infinity): () => StrategyHandlers {
  return () => {
    let seen = 0;
    return {
      onBook(book, ctx) {
        if (++seen > failsAfter) throw new Error('too much');
        const mid = book.midTicks ?? 0;
        ctx.quoteTicks(Math.floor(mid) - off, 500, Math.ceil(mid) + off, 500);
      },
    };
  };
}

function contestOf(champion: () => StrategyHandlers, challenger: () => StrategyHandlers): ShadowContest {
  return { name: 's-2', champion: 's', engines: { champion: engineOf(champion), challenger: engineOf(challenger) } };
}

/** Tells a match what a backtest reads, through messages as its thread does, with a heartbeat each second. */
function played(contest: ShadowContest, of: BacktestMarket): { readonly match: ShadowMatch; readonly blocks: ShadowBlock[] } {
  const cursor = of.open();
  cursor.next();
  const { engine: _engine, ...world } = optionsOf(contest.engines.champion, []);
  const blocks: ShadowBlock[] = [];
  const onBlock = (block: ShadowBlock): void => void blocks.push(block);
  const match = new ShadowMatch({ contest, world, pairs: [BTC], past: undefined, currency: 'EUR', onBlock }, cursor.at);
  let tickAt = Math.floor(cursor.at / 1000) * 1000 + 1000;
  for (let type = cursor.nextType === END ? END : BOOK, first = true; type !== END; first = false) {
    const kind = first ? (cursor.statistics === undefined ? BOOK : STATISTICS) : cursor.next();
    if (kind === END) break;
    for (; tickAt <= cursor.at; tickAt += 1000) match.timer(tickAt);
    if (kind === STATISTICS) match.statistics(0, cursor.statistics!, cursor.at);
    else match.book(bookMessage(0, cursor.book));
    type = kind;
  }
  // What the last book has settled is heard of a little later.
  for (let left = 6; left > 0; left--, tickAt += 1000) match.timer(tickAt);
  return { match, blocks };
}

describe('ShadowMatch', () => {
  it('comes on the market as it happens to what a backtest of the same books comes to', { tags: 'long' }, () => {
    const contest = contestOf(maker(300), maker(200));
    const of = market(1500);
    const { match, blocks } = played(contest, of);
    const { shadows, bands } = backtest(optionsOf(contest.engines.champion, [of], { contests: [contest] }));
    expect(match.fills.champion).toBeGreaterThan(20);
    expect(match.fills).toEqual(shadows![0]!.fills);
    expect(match.profit.champion).toBeCloseTo(shadows![0]!.profit.champion, 6);
    expect(match.profit.challenger).toBeCloseTo(shadows![0]!.profit.challenger, 6);
    expect(bands.fitted.fills.length).toBe(shadows![0]!.fills.champion);
    // From 22:10 on: the rest of that hour, and one whole one; the third is under way.
    expect(blocks.map(({ from, to }) => to - from > BLOCK_MS / 2)).toEqual([true, true]);
    expect(blocks[0]!.to % BLOCK_MS).toBe(0);
    expect(blocks[1]).toMatchObject({ from: blocks[0]!.to, to: blocks[0]!.to + BLOCK_MS });
  });

  it('gives two that are alike the same, fill by fill', { tags: 'long' }, () => {
    const { match, blocks } = played(contestOf(maker(200), maker(200)), market(800));
    expect(match.profit.challenger).toBe(match.profit.champion);
    expect(match.fills.champion).toBeGreaterThan(10);
    for (const { champion, challenger } of blocks) expect(challenger).toBe(champion);
  });

  it('goes on when one of the two throws, says why, and counts no hour from then on', { tags: 'long' }, () => {
    const { match, blocks } = played(contestOf(maker(200), maker(100, 300)), market(1500));
    expect(match.stopped).toEqual({ champion: undefined, challenger: expect.stringContaining('too much') as string });
    expect(match.fills.champion).toBeGreaterThan(20);
    expect(blocks).toEqual([]);
  });

  it('does not count an hour of which too little was seen, nor one that went on unseen', () => {
    const contest = contestOf(maker(200), maker(100));
    const { engine: _engine, ...world } = optionsOf(contest.engines.champion, []);
    const blocks: ShadowBlock[] = [];
    const begin = Date.UTC(2026, 10, 20, 22, 40);
    const match = new ShadowMatch(
      { contest, world, pairs: [BTC], past: undefined, currency: 'EUR', onBlock: (block) => void blocks.push(block) },
      begin,
    );
    const cursor = recordedMarket(BTC, [{ at: 0, bids: [['60000.00', '1']], asks: [['60010.00', '1']] }], begin).open();
    cursor.next();
    match.book(bookMessage(0, cursor.book));
    match.timer(begin + BLOCK_MS / 3 + 1000);
    match.timer(begin + 3 * BLOCK_MS);
    expect(blocks).toEqual([]);
    match.timer(begin + 4 * BLOCK_MS);
    expect(blocks).toHaveLength(1);
  });
});

describe('the thread of a shadow', () => {
  it('has no code that could reach a venue, a store or a journal', () => {
    const sources = new Map(readSources(process.cwd(), 'src').map((source) => [source.path, source]));
    const reached = new Set<string>();
    const reach = (path: string): void => {
      const source = sources.get(path);
      if (source === undefined || reached.has(path)) return;
      reached.add(path);
      for (const next of valueImportsOf(source)) reach(next);
    };
    reach('src/research/shadow/shadowWorker.ts');
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter((path) => /^src\/(client|daemon|gateway|store|simulator|treasury|control|cli)\//.test(path))).toEqual([]);
  });
});

/** Imports that are there when it runs. */
function valueImportsOf({ path, text }: Source): string[] {
  const found = text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm);
  const folder = path.slice(0, path.lastIndexOf('/'));
  return [...found].map(([, name]) => new URL(name!, `file:///${folder}/`).pathname.slice(1));
}
