import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlotType from 'uplot';
import { colourOf } from '../live/colour.ts';
import { type Curves, type Span, valueAt } from '../pure/runCurves.ts';
import { figureOf } from '../pure/runFigures.ts';
import { dayTimeText } from '../pure/ageText.ts';
import { type DrawPlot, usePlot } from './usePlot.ts';

/** How a line is told from the others: by its colour and by its dashes. */
export interface LineLook {
  readonly colour: string;
  readonly dash?: readonly number[];
}

interface RunChartProps {
  readonly name: string;
  readonly curves: Curves;
  readonly looks: readonly LineLook[];
  readonly height: number;
  /** The area between the first two lines is filled. */
  readonly isBand?: boolean;
  /** A time that is marked. */
  readonly mark?: number | undefined;
  /** Somebody has drawn a span with the pointer. */
  readonly onZoom?: (span: Span) => void;
}

const TABLE_ROWS = 12;

/** Lines over time on a canvas. It tells the values under the pointer, and a table behind it is for those who can't see it. */
export function RunChart({ name, curves, looks, height, isBand = false, mark, onZoom }: RunChartProps): JSX.Element {
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const marked = useRef(mark);
  marked.current = mark;
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const { at, lines } = curves;

  const draw: DrawPlot = (UPlot, box) => {
    const data = [at.map((time) => time / 1000), ...lines.map(({ values }) => [...values])] as uPlotType.AlignedData;
    const hooks: uPlotType.Hooks.Arrays = {
      setCursor: [({ cursor: { idx } }) => setPointed(idx === null || idx === undefined ? undefined : at[idx])],
      setSelect: [
        (drawn) => {
          const { left, width } = drawn.select;
          if (width > 4) zoom.current?.({ from: drawn.posToVal(left, 'x') * 1000, to: drawn.posToVal(left + width, 'x') * 1000 });
        },
      ],
      draw: [(drawn) => drawMark(drawn, marked.current)],
    };
    return new UPlot({ ...optionsOf(box.clientWidth, height, looks, isBand), hooks }, data, box);
  };
  const { place, plot } = usePlot(draw, height, [curves, isBand]);
  useEffect(() => plot.current?.redraw(false), [mark]);

  const shown = pointed ?? mark ?? at.at(-1);
  const step = Math.max(1, Math.ceil(at.length / TABLE_ROWS));
  return (
    <div>
      <p class="readout">
        {shown !== undefined && <time>{dayTimeText(shown)}</time>}
        {lines.map((line, n) => (
          <span key={line.name}>
            <i style={{ '--c': `var(--${looks[n]!.colour})` }} class={looks[n]!.dash === undefined ? '' : 'dashed'} aria-hidden="true" />{' '}
            {line.name} <b>{figureOf(shown === undefined ? undefined : valueAt(curves, n, shown), 'currency')}</b>
          </span>
        ))}
      </p>
      <div class="chart" style={{ '--h': `${height}px` }}>
        <div ref={place} aria-hidden="true" />
        <table class="sr">
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {lines.map((line) => (
                <th key={line.name} scope="col">
                  {line.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {at.map((time, n) =>
              (at.length - 1 - n) % step === 0 ? (
                <tr key={time}>
                  <th scope="row">{dayTimeText(time)}</th>
                  {lines.map(({ name: of, values }) => (
                    <td key={of}>{figureOf(values[n], 'currency')}</td>
                  ))}
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function drawMark(plot: uPlotType, at: number | undefined): void {
  if (at === undefined) return;
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(at / 1000, 'x', true));
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  ctx.save();
  ctx.strokeStyle = colourOf('warn');
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** The day where there are several, else the time of it. */
function tickTexts(ticks: readonly number[]): string[] {
  const isLong = ticks.at(-1)! - ticks[0]! > 2 * 86_400;
  return ticks.map((tick) => (isLong ? dayTimeText(tick * 1000).slice(5, 10) : dayTimeText(tick * 1000).slice(11)));
}

// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum is there in the types only
const RIGHT = 1 as uPlotType.Axis.Side;

function optionsOf(width: number, height: number, looks: readonly LineLook[], isBand: boolean): uPlotType.Options {
  const axis = { stroke: colourOf('muted'), grid: { stroke: colourOf('rule'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false } },
    tzDate: (seconds) => new Date(seconds * 1000 + new Date(seconds * 1000).getTimezoneOffset() * 60_000),
    axes: [
      { ...axis, space: 90, size: 24, values: (_, ticks) => tickTexts(ticks) },
      {
        ...axis,
        side: RIGHT,
        size: 78,
        values: (_, ticks) => ticks.map((tick) => tick.toLocaleString('en-US', { maximumFractionDigits: 2 })),
      },
    ],
    series: [
      {},
      ...looks.map(({ colour, dash }) => ({
        stroke: colourOf(colour),
        width: 1.5,
        spanGaps: true,
        points: { show: false },
        ...(dash === undefined ? {} : { dash: [...dash] }),
      })),
    ],
    ...(isBand ? { bands: [{ series: [1, 2], fill: `color-mix(in srgb, ${colourOf('accent')} 16%, transparent)` }] } : {}),
  };
}
