import { type Html, html } from '../../base/html.ts';
import type { RunRecord } from '../runRecord.ts';
import type { Chart } from './chart.ts';
import { drawnChart } from './chartFigure.ts';
import { equityChart } from './equityChart.ts';
import { priceCharts } from './priceChart.ts';
import { REPORT_COLOURS } from './reportStyle.ts';

const TITLE_HEIGHT = 30;
const MARKS = { line: '—', dashed: '- -', area: '▮', bar: '▮', up: '▲', down: '▼', diamond: '◆' } as const;

/** The prices of a run with its fills, and its equity, in one SVG file. The same run gives the same bytes. */
export function runPicture(record: RunRecord): string {
  const charts = [...priceCharts(record), equityChart(record)];
  let top = 0;
  let widest = 0;
  const parts = charts.map((chart) => {
    const { svg, width, height } = drawnChart(chart, false);
    const y = top + TITLE_HEIGHT;
    top = y + height;
    widest = Math.max(widest, width);
    const placed: Html = { html: svg.replace('<svg ', `<svg x="0" y="${y}" width="${width}" height="${height}" `) };
    return html`${titleOf(chart, y - 10)}${placed}`;
  });
  const style: Html = { html: `${REPORT_COLOURS}text{font:12px system-ui,sans-serif}.title{font-size:15px;font-weight:600}` };
  return `${
    html`<svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 ${String(widest)} ${String(top)}"
      role="img"
      aria-label="${charts.map(({ title, about }) => `${title}. ${about}`).join(' ')}"
    >
      <style>
        ${style}
      </style>
      <rect width="100%" height="100%" fill="var(--ground)" />
      ${parts}
    </svg>`.html
  }\n`;
}

function titleOf({ title, legend }: Chart, y: number): Html {
  const keys = legend.map(
    ({ text, colour, shape }) => html`<tspan dx="14" fill="var(${colour})">${MARKS[shape]}</tspan><tspan dx="4">${text}</tspan>`,
  );
  return html`<text x="12" y="${String(y)}" fill="var(--ink)"><tspan class="title">${title}</tspan>${keys}</text>`;
}
