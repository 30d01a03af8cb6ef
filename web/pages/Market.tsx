import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { place } from '../live/place.ts';
import { staleAfterMs } from '../live/limits.ts';
import { agedMs, areOwnOld, isHeard, status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Age } from '../parts/Age.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { PriceChart } from '../parts/PriceChart.tsx';
import { Seg } from '../parts/Seg.tsx';
import { Stat } from '../parts/Stat.tsx';
import { spreadOf } from '../pure/bookRows.ts';
import { timeText } from '../pure/ageText.ts';
import { barSeries, chartTime, fillsSince, midSeries } from '../pure/chartSeries.ts';
import { groupedFigure } from '../pure/figures.ts';
import { isOldPair } from '../pure/oldFigures.ts';
import { joinedPages } from '../pure/joinedPages.ts';
import { addressOf } from '../pure/routes.ts';
import { BookPanel } from './BookPanel.tsx';
import { FillTable } from './FillTable.tsx';
import { OrderTable } from './OrderTable.tsx';
import { shellWord } from '../pure/shellWord.ts';

const EVERY_MS = 1000;
/** New executions come with each look at the market; those before them change seldom. */
const EARLIER_EVERY_MS = 10_000;
const NEWEST = 50;
const MOST_FILLS = 500;
const KINDS = [
  ['mids', 'mid, 10 min'],
  ['bars', 'candles of 1 min'],
] as const;

/** One market: price with our own executions and resting orders, book, and both as tables. */
export function Market(): JSX.Element {
  const symbols = (status.value?.markets ?? []).map(({ symbol }) => symbol);
  const { what } = place.value;
  const symbol = what ?? symbols[0];
  if (symbol === undefined) return <Empty title="No market is polled yet" />;
  return (
    <>
      <Title symbol={symbol} symbols={symbols} />
      {symbols.includes(symbol) ? (
        <OneMarket key={symbol} symbol={symbol} />
      ) : (
        <Empty title={status.value === undefined ? 'Not told yet' : `No market ${symbol} is polled`} />
      )}
    </>
  );
}

function Title({ symbol, symbols }: { readonly symbol: string; readonly symbols: readonly string[] }): JSX.Element {
  const market = status.value?.markets.find((one) => one.symbol === symbol);
  const isOld = !isHeard.value || (market?.trouble.length ?? 0) > 0;
  return (
    <div class="title">
      <h1>{symbol}</h1>
      <nav class="seg" aria-label="Pair">
        {symbols.map((one) => (
          <a key={one} href={addressOf({ page: 'market', what: one })} aria-current={one === symbol ? 'true' : undefined}>
            {one}
          </a>
        ))}
      </nav>
      <div class="stats">
        <Stat name="Mid">
          <span key={market?.mid} class={isOld ? 'stale' : 'tint'}>
            {market?.mid === undefined ? '–' : groupedFigure(market.mid)}
          </span>
        </Stat>
        <Stat name="Book age">
          <Age ms={market?.ageMs === undefined ? undefined : market.ageMs + agedMs.value} limitMs={staleAfterMs.value} />
        </Stat>
      </div>
    </div>
  );
}

function OneMarket({ symbol }: { readonly symbol: string }): JSX.Element {
  const { value, failure } = useAnswer('market.show', { symbol, depth: 25, fills: NEWEST }, EVERY_MS);
  const { value: earlier } = useAnswer('fills.list', { symbol, limit: MOST_FILLS }, EARLIER_EVERY_MS);
  const [kind, setKind] = useState<'mids' | 'bars'>('mids');
  if (value === undefined) return <Empty title={failure ?? 'Not told yet'} />;
  const isOld = status.value !== undefined && isOldPair(symbol, status.value);
  const fills = joinedPages(value.fills, earlier ?? []);
  const chartFrom = kind === 'mids' ? value.mids[0]?.[0] : value.candles[0]?.from;
  const since = fillsSince(
    fills.map(({ tradedAt }) => Date.parse(tradedAt)),
    earlier === undefined ? NEWEST : MOST_FILLS,
    chartFrom,
  );
  const spread = spreadOf(value.bids, value.asks);
  const precision = value.tick?.split('.')[1]?.length ?? 2;
  return (
    <div class="grid">
      <Panel
        title="Price"
        class="c8"
        isOld={isOld}
        command={`sluice fills list --symbol ${shellWord(symbol)}`}
        end={<Seg name="Chart" options={KINDS} value={kind} onChange={setKind} />}
        footer={
          <>
            ▲ own buys, ▼ own sells{since === undefined ? '' : ` since ${timeText(since)} UTC`}, dashed lines: own resting orders. Chart:{' '}
            <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
              TradingView Lightweight Charts™
            </a>
            , Copyright © 2025 TradingView, Inc.
          </>
        }
      >
        <div class="body">
          {value.mids.length === 0 ? (
            <Empty title="No price yet" />
          ) : (
            <PriceChart
              name={`Price of ${symbol} with own executions and resting orders; the tables below say them in text`}
              kind={kind}
              precision={precision}
              bars={barSeries(value.candles, value.mids)}
              mids={midSeries(value.mids, staleAfterMs.value)}
              fills={fills
                .map(({ tradedAt, side }) => ({ time: chartTime(Date.parse(tradedAt), kind), isBuy: side === 'Buy' }))
                .toSorted((a, b) => a.time - b.time)}
              orders={value.orders.flatMap(({ price, side, amount, state }) =>
                price === undefined
                  ? []
                  : [{ price: Number(price), isBuy: side === 'Buy', title: `${state === 'unknown' ? '◆ ' : ''}${side} ${amount}` }],
              )}
            />
          )}
        </div>
      </Panel>
      <BookPanel market={value} spread={spread} isOld={isOld} />
      <Panel title="Own orders" command="sluice orders list" isOld={areOwnOld.value}>
        {value.orders.length === 0 ? <Empty title="No live order here" /> : <OrderTable rows={value.orders} />}
      </Panel>
      <Panel title="Own executions" command={`sluice fills list --symbol ${shellWord(symbol)}`}>
        {value.fills.length === 0 ? <Empty title="No execution yet" /> : <FillTable rows={value.fills} />}
      </Panel>
    </div>
  );
}
