import { type Html, html } from '../../base/html.ts';
import type { Chart, LegendEntry } from './chart.ts';
import { type ChartSize, chartSvg } from './chartSvg.ts';

const WIDE: ChartSize = { width: 960, height: 300 };
const NARROW: ChartSize = { width: 340, height: 230 };

/** A chart in the page, drawn for wide and for narrow screens. The style sheet shows the one that fits. */
export function chartFigure(chart: Chart): Html {
  const { id, title, about, legend } = chart;
  const drawn = (isNarrow: boolean): Html => ({ html: drawnChart(chart, isNarrow).svg });
  return html`<figure id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${title}</h3>
    <ul class="legend">
      ${legend.map(legendItem)}
    </ul>
    <div class="wide" role="img" aria-label="${title}. ${about}">${drawn(false)}</div>
    <div class="narrow" role="img" aria-label="${title}. ${about}">${drawn(true)}</div>
    <figcaption>${about}</figcaption>
  </figure> `;
}

/** The markup of a chart, with the size that it was drawn for. */
export function drawnChart(chart: Chart, isNarrow: boolean): ChartSize & { readonly svg: string } {
  const { id, tall = 1 } = chart;
  const { width, height } = isNarrow ? NARROW : WIDE;
  const size = { width, height: Math.round(height * tall) };
  return { ...size, svg: chartSvg(chart.option(isNarrow), size, `${id}${isNarrow ? 'n' : 'w'}`) };
}

function legendItem({ text, colour, shape }: LegendEntry): Html {
  return html`<li><span class="key ${shape}" style="--c:var(${colour})" aria-hidden="true"></span>${text}</li>`;
}
