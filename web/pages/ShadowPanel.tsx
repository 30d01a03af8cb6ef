import type { JSX } from 'preact';
import { status } from '../live/told.ts';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Signed } from '../parts/Signed.tsx';
import { chanceText } from '../pure/chanceText.ts';

/** The shadows that run beside a strategy: how both do in the fill model, and how sure the difference is. Nothing without one. */
export function ShadowPanel({ strategy }: { readonly strategy: string }): JSX.Element | null {
  const shadows = (status.value?.shadows ?? []).filter(({ champion }) => champion === strategy);
  if (shadows.length === 0) return null;
  return (
    <Panel
      title="Shadow beside it"
      command="sluice status"
      footer="No orders are sent for a shadow. Both run in the fill model of a backtest, by the hour; what the strategy really earned stands beside it. By chance: how often two that are equally good would come out as far apart."
    >
      <DataTable
        caption={`Shadows of ${strategy}`}
        rows={shadows}
        keyOf={({ name }) => name}
        commandOf={() => 'sluice status'}
        exactOf={({ comparison }) => String(comparison.difference)}
        columns={[
          {
            head: 'Shadow',
            class: 'l full',
            isName: true,
            cell: ({ name, state, reason }) => (
              <span class="acts">
                {name}{' '}
                <Badge kind={state === 'stopped' ? 'bad' : 'ok'} sign={state === 'stopped' ? '■' : '◌'}>
                  {reason === undefined ? state : `${state}: ${reason}`}
                </Badge>
              </span>
            ),
          },
          { head: 'Hours', cell: ({ counted }) => counted.hours },
          { head: `${strategy} in the model`, cell: ({ counted }) => <Signed value={counted.champion.toFixed(2)} /> },
          { head: 'Shadow in the model', cell: ({ counted }) => <Signed value={counted.challenger.toFixed(2)} /> },
          { head: 'Really earned', class: 'p2', cell: ({ counted }) => <Signed value={counted.live?.toFixed(2)} /> },
          {
            head: 'Difference',
            cell: ({ comparison, currency }) => [<Signed key="sum" value={comparison.difference.toFixed(2)} />, ` ${currency}`],
          },
          { head: 'By chance', class: 'l wrap', cell: ({ comparison }) => chanceText(comparison) },
        ]}
      />
    </Panel>
  );
}
