import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type * as Charts from 'lightweight-charts';
import type { IChartApi, IPriceLine, ISeriesApi, ISeriesMarkersPluginApi, SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import { colourOf, onThemeChange } from '../live/colour.ts';
import { fetchCode } from '../live/fetchCode.ts';
import type { Bar, ValueAt } from '../pure/chartSeries.ts';
import { failureText } from '../pure/faultOfAnswer.ts';

export interface PriceChartProps {
  readonly name: string;
  readonly kind: 'bars' | 'mids';
  readonly bars: readonly Bar[];
  readonly mids: readonly ValueAt[];
  /** Decimals of a price. */
  readonly precision: number;
  /** Our own executions, in time. */
  readonly fills: readonly { readonly time: number; readonly isBuy: boolean }[];
  /** Our own resting orders. */
  readonly orders: readonly { readonly price: number; readonly isBuy: boolean; readonly title: string }[];
}

interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;
  readonly markers: ISeriesMarkersPluginApi<Time>;
  readonly dashed: Charts.LineStyle;
  lines: IPriceLine[];
}

/** Candles or mids with our own executions and resting orders. The tables beside it say the same in text. */
export function PriceChart(props: PriceChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const last = useRef(props);
  last.current = props;
  const { kind, precision } = props;

  useEffect(() => {
    let isGone = false;
    const box = place.current;
    if (box === null) return undefined;
    const draw = async (): Promise<void> => {
      const charts = await fetchCode(() => import('lightweight-charts'));
      if (isGone) return;
      drawn.current?.chart.remove();
      drawn.current = begin(charts, box, kind, precision);
      fill(drawn.current, last.current);
      drawn.current.chart.timeScale().fitContent();
    };
    const redraw = (): void => {
      draw().catch((error: unknown) => (box.textContent = failureText(error)));
    };
    redraw();
    const ended = onThemeChange(redraw);
    return () => {
      isGone = true;
      ended();
      drawn.current?.chart.remove();
      drawn.current = undefined;
    };
  }, [kind, precision]);
  useEffect(() => {
    if (drawn.current !== undefined) fill(drawn.current, props);
  }, [props]);

  return <div class="price-chart" role="img" aria-label={props.name} ref={place} />;
}

function begin(charts: typeof Charts, box: HTMLElement, kind: 'bars' | 'mids', precision: number): Drawn {
  const { createChart, createSeriesMarkers, CandlestickSeries, LineSeries } = charts;
  const grid = { color: colourOf('rule') };
  const chart = createChart(box, {
    autoSize: true,
    // The attribution stands below the chart: the logo of the library would put a style element into the page.
    layout: { attributionLogo: false, background: { color: colourOf('card') }, textColor: colourOf('muted'), fontSize: 12 },
    grid: { vertLines: grid, horzLines: grid },
    rightPriceScale: { borderColor: colourOf('line') },
    timeScale: { timeVisible: true, secondsVisible: kind === 'mids', borderColor: colourOf('line') },
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
  });
  const [up, down] = [colourOf('buy'), colourOf('sell')];
  const priceFormat = { type: 'price' as const, precision, minMove: 10 ** -precision };
  const series =
    kind === 'bars'
      ? chart.addSeries(CandlestickSeries, {
          priceFormat,
          upColor: up,
          downColor: down,
          wickUpColor: up,
          wickDownColor: down,
          borderVisible: false,
        })
      : chart.addSeries(LineSeries, { priceFormat, color: colourOf('accent'), lineWidth: 2 });
  return { chart, series, markers: createSeriesMarkers(series as ISeriesApi<'Line'>, []), dashed: charts.LineStyle.Dashed, lines: [] };
}

function fill(drawn: Drawn, { kind, bars, mids, fills, orders }: PriceChartProps): void {
  const { series, markers, dashed } = drawn;
  if (kind === 'bars') (series as ISeriesApi<'Candlestick'>).setData(bars.map((bar) => ({ ...bar, time: bar.time as UTCTimestamp })));
  else (series as ISeriesApi<'Line'>).setData(mids.map((mid) => ({ ...mid, time: mid.time as UTCTimestamp })));
  const first = (kind === 'bars' ? bars : mids)[0]?.time ?? Infinity;
  const [buy, sell] = [colourOf('buy'), colourOf('sell')];
  markers.setMarkers(
    fills
      .filter(({ time }) => time >= first)
      .map(({ time, isBuy }): SeriesMarker<Time> => {
        const shown = isBuy
          ? { position: 'belowBar' as const, shape: 'arrowUp' as const }
          : { position: 'aboveBar' as const, shape: 'arrowDown' as const };
        return { time: time as UTCTimestamp, color: isBuy ? buy : sell, ...shown };
      }),
  );
  for (const line of drawn.lines) series.removePriceLine(line);
  drawn.lines = orders.map(({ price, isBuy, title }) =>
    series.createPriceLine({ price, title, color: isBuy ? buy : sell, lineStyle: dashed, lineWidth: 1, axisLabelVisible: true }),
  );
}
