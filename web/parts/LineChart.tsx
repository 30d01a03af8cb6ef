import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type uPlotType from 'uplot';
import { colourOf } from '../live/colour.ts';
import { shortFigure } from '../pure/figures.ts';
import { timeText } from '../pure/ageText.ts';
import { brokenLine, fallTicks } from '../pure/chartSeries.ts';
import { usePlot } from './usePlot.ts';

/** Times in milliseconds since 1970, oldest first. A value is only as exact as a pixel; the table behind has the text. */
export interface ChartPoint {
  readonly at: number;
  readonly text: string;
}

interface LineChartProps {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  readonly colour: 'accent' | 'sell';
  readonly height: number;
  /** How far apart the points should be. Undefined where they come as they come. */
  readonly everyMs?: number | undefined;
  /** Whether the figures are 0 or less: they are filled from 0 down, where the scale ends. */
  readonly isFall?: boolean;
}

// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum is there in the types only
const RIGHT = 1 as uPlotType.Axis.Side;
const TABLE_ROWS = 12;

/** A line over time on a canvas, with a table behind it for those who can't see it. */
export function LineChart({ name, points, colour, height, everyMs, isFall = false }: LineChartProps): JSX.Element {
  const data = useRef<uPlotType.AlignedData>([[], []]);
  data.current = brokenLine(points, everyMs);
  const { place, plot } = usePlot(
    (UPlot, box) => new UPlot(optionsOf(box.clientWidth, height, colour, isFall), data.current, box),
    height,
    [colour, isFall],
  );
  useEffect(() => plot.current?.setData(data.current), [points]);

  const step = Math.max(1, Math.ceil(points.length / TABLE_ROWS));
  return (
    <div class="chart" style={{ '--h': `${height}px` }}>
      <div ref={place} aria-hidden="true" />
      <table class="sr">
        <caption>{name}</caption>
        <tbody>
          {points
            .filter((_, at) => (points.length - 1 - at) % step === 0)
            .map(({ at, text }) => (
              <tr key={at}>
                <th scope="row">{timeText(at)}</th>
                <td>{shortFigure(text)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function optionsOf(width: number, height: number, colour: string, isFall: boolean): uPlotType.Options {
  const stroke = colourOf(colour);
  const axis = { stroke: colourOf('muted'), grid: { stroke: colourOf('rule'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    tzDate: (seconds) => new Date(seconds * 1000 + new Date(seconds * 1000).getTimezoneOffset() * 60_000),
    axes: [
      { ...axis, space: 80, size: 24, values: (_, ticks) => ticks.map((tick) => timeText(tick * 1000).slice(0, 8)) },
      {
        ...axis,
        side: RIGHT,
        size: 78,
        values: (_, ticks) =>
          ticks.map((tick) => tick.toLocaleString('en-US', isFall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 })),
        ...(isFall ? { splits: ({ scales }) => [...fallTicks(scales['y']?.min ?? 0)] } : {}),
      },
    ],
    ...(isFall ? { scales: { y: { range: (_, least) => [least === 0 ? -1 : least * 1.1, 0] } } } : {}),
    series: [
      {},
      { stroke, width: 1.5, points: { show: false }, ...(isFall ? { fill: `color-mix(in srgb, ${stroke} 16%, transparent)` } : {}) },
    ],
  };
}
