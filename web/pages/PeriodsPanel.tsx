import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { status } from '../live/told.ts';
import { useOneAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Seg } from '../parts/Seg.tsx';
import { Signed } from '../parts/Signed.tsx';
import { quoteOf } from '../pure/atRisk.ts';
import { differenceOfFigures, roundedFigure } from '../pure/figures.ts';
import { DAYS_BACK, type Period, PERIODS, periodsCommand } from '../pure/periods.ts';

/** What each strategy made in each day, week or month, newest first. It is asked once: the daemon's process goes through a history for it. */
export function PeriodsPanel(): JSX.Element {
  const [by, setBy] = useState<Period>('day');
  const [strategy, setStrategy] = useState<string | undefined>(undefined);
  const asked = { by, days: DAYS_BACK[by], ...(strategy === undefined ? {} : { strategy }) };
  const { value: last, failure, isOfThese, isAsking, again } = useOneAnswer('profit.list', asked);
  const value = isOfThese ? last : undefined;
  const notYet = failure === undefined ? 'Adding up …' : 'Not told';
  const names = new Set([
    ...(status.value?.strategies ?? []).map(({ name }) => name),
    ...(last?.rows ?? []).map((row) => row.strategy),
    ...(strategy === undefined ? [] : [strategy]),
  ]);
  const command = periodsCommand(by, strategy);
  return (
    <Panel title={`Profit by ${by}`} command={command} end={<Seg name="Period" options={PERIODS} value={by} onChange={setBy} />}>
      <div class="body choices">
        <div class="entries">
          <label class="entry">
            Strategy
            <select
              class="field"
              value={strategy ?? ''}
              onChange={({ currentTarget: { value: one } }) => setStrategy(one === '' ? undefined : one)}
            >
              <option value="">all</option>
              {[...names].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <button type="button" class="btn" disabled={isAsking} onClick={again}>
            {isAsking ? 'Adding up …' : 'Add up again'}
          </button>
        </div>
        {failure !== undefined && (
          <p class="err" role="status">
            ▲ {failure}
          </p>
        )}
        {value?.sums.map((sum) => (
          <p key={sum}>{sum}</p>
        ))}
      </div>
      {value === undefined || value.rows.length === 0 ? (
        <Empty title={value === undefined ? notYet : `Nothing was made in the last ${DAYS_BACK[by]} days`} />
      ) : (
        <DataTable
          caption={`Profit by ${by}, newest first`}
          rows={value.rows.toReversed()}
          keyOf={({ from, strategy: name, symbol }) => `${from} ${name} ${symbol}`}
          commandOf={() => command}
          exactOf={({ profit, realised }) => profit ?? realised}
          columns={[
            { head: 'From', class: 'l o0', isName: true, cell: ({ from }) => from },
            { head: 'Strategy', class: 'l name', cell: ({ strategy: name }) => name },
            { head: 'Pair', class: 'l p2', cell: ({ symbol }) => symbol },
            { head: 'Fills', cell: ({ fills }) => fills },
            { head: 'Fees', class: 'p2', cell: ({ fees }) => roundedFigure(fees, 2) },
            { head: 'Realised', cell: ({ realised }) => <Signed value={realised} /> },
            {
              head: 'Open gain',
              class: 'p2',
              cell: ({ profit, realised }) => <Signed value={profit === null ? undefined : differenceOfFigures(profit, realised)} />,
            },
            {
              head: 'Profit',
              cell: ({ profit, symbol }) => (
                <>
                  <Signed value={profit ?? undefined} /> <span class="muted">{quoteOf(symbol)}</span>
                </>
              ),
            },
          ]}
        />
      )}
      {value !== undefined && value.unlisted > 0 && <p class="waiting">{value.unlisted} earlier rows: the command lists them.</p>}
    </Panel>
  );
}
