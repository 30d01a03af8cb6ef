import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { metricsOfBands } from '../../../src/research/metrics/metrics.ts';
import { reportFigures } from '../../../src/research/report/reportFigures.ts';
import { reportPage } from '../../../src/research/report/reportPage.ts';
import { digits } from '../../../src/research/report/figureText.ts';
import { exactText } from '../../../src/research/report/exactText.ts';
import { BANDS, type BandRun, type RunRecord } from '../../../src/research/runRecord.ts';
import { fillOf, livelyRecord, recordOf, seriesOf, START } from '../runFixture.ts';

function pageOf(record: RunRecord): string {
  return reportPage(record, reportFigures(record));
}

/** The names of elements in order. Throws when one is not closed where it should be. */
function elementsOf(page: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  for (const [, close, name, empty] of page.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (close === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name!}> closes <${last}>`);
    } else {
      seen.push(name!);
      if (empty !== '/' && !['meta', 'br', 'hr', 'img'].includes(name!)) open.push(name!);
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(' ')}`);
  return seen;
}

function textOf(page: string): string {
  return page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('reportPage', () => {
  const record = livelyRecord();
  const page = pageOf(record);

  it('is one file that runs and fetches nothing', () => {
    expect(page).toMatch(/^<!doctype html>\n/i);
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|<link|<iframe|@import|url\((?!#)|src=/i);
    expect(page).not.toMatch(/https?:\/\//);
    expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'`);
    expect(page.length).toBeLessThan(2_000_000);
  });

  it('closes every element, and uses each id once', () => {
    expect(elementsOf(page)).toContain('svg');
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/(?:href="#|url\(#|aria-labelledby=")([^")]+)/g)) expect(ids).toContain(target);
  });

  it('shows whom a rule refused: a heading for each strategy, its rules under it', () => {
    const refusals = { maker: { balance: 7 }, taker: { 'stale-data': 2, balance: 1 } };
    const text = pageOf(recordOf({ refusals }))
      .match(/<section id="refusals".*?<\/section>/s)![0]
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/maker balance 7 7 7 taker stale-data 2 2 2 balance 1 1 1/);
  });

  it('tells the warnings first, then the bands next to each other with the poll interval', () => {
    const order = [
      '3 gaps, together 2 h 10 min',
      'What happened between two polls',
      'Equity and drawdown',
      'Names and definitions of QuantStats',
      'aaaaaaaaaaaa',
    ];
    const places = order.map((text) => page.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(page).toMatch(/<th scope="col">pessimistic<\/th>\s*<th scope="col">fitted<\/th>\s*<th scope="col">optimistic<\/th>/);
    expect(page).toContain('BTC/EUR every 1.0 s');
  });

  it('has the charts, each with its words for who can not see it', () => {
    const charts = ['earned', 'equity', 'price0', 'exposure', 'daily', 'rolling', 'distribution', 'slippage', 'fees'];
    for (const id of charts) expect(page, id).toContain(`<figure id="${id}"`);
    const drawn = page.match(/role="img" aria-label="[^"]{40,}"/g);
    expect(drawn).toHaveLength(2 * charts.length);
  });

  it(
    'answers for each strategy: the bands side by side, its round trips, its worst times, and what drawing anew says',
    { tags: 'long' },
    () => {
      const { answers } = reportFigures(record);
      const [maker] = answers.strategies;
      const text = textOf(page);
      expect(text).toContain(`btc-maker: ${maker!.says}`);
      const profits = BANDS.map((band) => digits(maker!.bands[band].profit!.toNumber(), 2)).join(' ');
      expect(text).toContain(`Profit (EUR) ${profits} `);
      const { trips, markets, falls } = maker!.bands.fitted;
      expect(text).toContain(`btc-maker: ${trips.count} closed (${trips.won} won, ${trips.lost} lost), 0 open; the best and the worst`);
      expect(text).toContain(`${exactText(markets[0]!.profit)} EUR`);
      expect(text).toMatch(/Equity, pessimistic .* Equity, fitted .* Profit of btc-maker, fitted/);
      expect(text).toContain(digits(falls[0]!.amount, 2));
      expect(text).toContain('Monte Carlo over round trips');
      expect(text).toMatch(/as if none had to do with another/);
    },
  );

  it('says why nothing is drawn anew, and tells warnings of strategies first', { tags: 'long' }, () => {
    const text = textOf(pageOf(recordOf({ fills: [fillOf()] })));
    expect(text).toContain('btc-maker: nothing is said, because it needs 30 closed round trips, and there are 0.');
    expect(text.indexOf('btc-maker traded next to nothing, 1 fill')).toBeLessThan(text.indexOf('What happened between two polls'));
    expect(text).toContain('btc-maker: 0 closed (0 won, 0 lost), 1 open');
  });

  it('draws what the strategies plotted, a chart for each name', { tags: 'long' }, () => {
    expect(page).not.toContain('What the strategies plotted');
    const points = [
      { at: START, value: 60_000.5 },
      { at: START + 60_000, value: 59_000 },
    ];
    const plots = ['fair', '<b>edge</b>'].map((name) => ({ strategy: 'maker', name, points }));
    const plotted = pageOf({ ...record, bands: { ...record.bands, fitted: { ...record.bands.fitted, plots } } });
    expect(elementsOf(plotted).filter((name) => name === 'figure').length).toBe(
      elementsOf(page).filter((name) => name === 'figure').length + 2,
    );
    expect(textOf(plotted)).toContain('fair, plotted by maker');
    expect(plotted).not.toContain('<b>edge');
  });

  it('holds the numbers of the metrics', () => {
    const { fitted } = metricsOfBands(record);
    const sharpe = fitted.figures.find(({ name }) => name === 'sharpe')!.value!;
    expect(page).toContain(`>${sharpe.toFixed(2)}</td>`);
    expect(page).toContain('price-collar');
    expect(page).toContain(record.bands.fitted.fees['EUR']!.toFixed());
  });

  it('gives the same bytes for the same run, however often it is drawn', { tags: 'long' }, () => {
    expect(pageOf(livelyRecord())).toBe(page);
    expect(page).not.toContain(process.cwd());
  });

  it('stays small for a run of years', { tags: 'long' }, () => {
    const long = pageOf(livelyRecord(1100, 3_600_000));
    expect(long.length).toBeLessThan(1_000_000);
    expect(long).toContain('Returns by week');
    expect(long).toContain('Rolling Sharpe ratio, 126 days');
  });

  it('stays short when each order has a tag of its own', { tags: 'long' }, () => {
    const tags = [...Array.from({ length: 300 }, (_, i) => `order ${i}`), ...Array.from({ length: 5 }, () => 'zone')];
    const page = pageOf(recordOf({ fills: tags.map((tag) => fillOf({ tag })) }));
    expect(page.match(/, order \d+</g)).toHaveLength(99);
    expect(page).toContain(', zone<');
    expect(page).toContain('The 100 tags with the most fills; 201 others with 201 fills are not shown.');
  });

  it('escapes what comes from outside', { tags: 'long' }, () => {
    const nasty = '<script>alert("x")</script>';
    const text = pageOf(
      recordOf(
        { warnings: [nasty], refusals: { [nasty]: { [nasty]: 1 } }, fills: [fillOf({ tag: nasty, strategy: nasty })] },
        { id: nasty },
      ),
    );
    expect(text).not.toContain('<script');
    expect(() => elementsOf(text)).not.toThrow();
  });

  const odd: Readonly<Record<string, Partial<BandRun>>> = {
    'no fills': {},
    'no sample': { equity: seriesOf({ at: [], equity: [], exposure: [], hold: [], mids: {} }) },
    'one sample': { equity: seriesOf({ at: [START] }), fills: [fillOf()] },
    'nothing owned': { equity: seriesOf({ equity: [0, 0], hold: [0, 0] }) },
    'below zero': { equity: seriesOf({ at: [START, START + DAY_MS, START + 2 * DAY_MS], equity: [10, -5, 20] }) },
    'mids unknown': { equity: seriesOf({ mids: { 'BTC/EUR': [NaN, NaN] } }), fills: [fillOf({}, [])] },
    'a gap of days': { equity: seriesOf({ at: [START, START + 9 * DAY_MS], equity: [100, 101] }) },
    'one fill of a currency without a rate': { fills: [fillOf({ symbol: 'ETH/CHF' })] },
  };
  for (const [name, band] of Object.entries(odd)) {
    it(`shows a run with ${name}`, () => {
      const text = pageOf(recordOf(band));
      expect(() => elementsOf(text)).not.toThrow();
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    });
  }
});
