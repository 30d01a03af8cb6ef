import { type Html, html } from '../../base/html.ts';
import type { Metric, MetricGroup } from '../metrics/metric.ts';
import { figureNamed, type Metrics } from '../metrics/metrics.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { FIGURE_HEADINGS, figureRow } from './bandTable.ts';
import { reportTable } from './reportTable.ts';

const GROUPS: Readonly<Record<MetricGroup, string>> = {
  returns: 'Returns',
  risk: 'Risk',
  drawdown: 'Drawdown',
  days: 'Days and months',
  periods: 'Best, worst, and of late',
  baseline: 'Against buy and hold',
  trading: 'Trading',
  costs: 'Costs',
  exposure: 'Exposure, of equity',
};

/** Every figure of every band. Figures without a value in any band are listed under the table with the reason. */
export function metricsTable(metrics: Readonly<Record<Band, Metrics>>, currency: string): Html {
  const { figures } = metrics.fitted;
  const known = figures.filter(({ name }) => BANDS.some((band) => figureNamed(metrics[band], name)!.value !== null));
  const rows = (Object.keys(GROUPS) as MetricGroup[]).flatMap((group) => {
    const own = known.filter((figure) => figure.group === group);
    const lines = own.map(({ name }) => figureRow(name, metrics, currency, html` <code>${name}</code>`));
    return own.length === 0 ? [] : [{ group: GROUPS[group] }, ...lines];
  });
  return html`${reportTable({ kind: 'metrics', headings: FIGURE_HEADINGS, rows })}
  ${withheld(figures.filter((each) => !known.includes(each)))}`;
}

function withheld(figures: readonly Metric[]): Html {
  if (figures.length === 0) return html``;
  const reasons = Map.groupBy(figures, ({ because }) => because ?? '');
  const items = [...reasons].map(([because, all]) => html`<li>${because}: ${all.map(({ label }) => label).join(', ')}</li>`);
  return html`<details>
    <summary>${String(figures.length)} figures have no meaning for this run</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}
