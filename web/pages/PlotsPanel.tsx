import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAnswer } from '../live/useAnswer.ts';
import { LineChart } from '../parts/LineChart.tsx';
import { Panel } from '../parts/Panel.tsx';

const EVERY_MS = 5000;

/** What a strategy plotted, a chart for each name. Nothing for one that has plotted nothing. */
export function PlotsPanel({ strategy: name }: { readonly strategy: string }): JSX.Element | null {
  const { value } = useAnswer('strategies.plots', { name }, EVERY_MS);
  const plots = useMemo(
    () =>
      (value ?? []).map((plot) => ({ name: plot.name, points: plot.points.map((point) => ({ at: point.at, text: String(point.value) })) })),
    [value],
  );
  if (plots.length === 0) return null;
  return (
    <Panel
      title={`Plots of ${name}`}
      class="c12"
      footer="Values that the strategy gave to ctx.plot since the daemon started, the last of each stretch of time."
    >
      <div class="body">
        {plots.map((plot) => (
          <div key={plot.name}>
            <h3>{plot.name}</h3>
            <LineChart name={`${plot.name}, plotted by ${name}`} points={plot.points} colour="accent" height={140} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
