import type { JSX } from 'preact';
import { stopTrading, tellStrategy } from '../live/actions.ts';
import { canSend, status } from '../live/told.ts';
import { Badge, type BadgeKind } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Signed } from '../parts/Signed.tsx';
import { baseOf, quoteOf } from '../pure/atRisk.ts';
import { groupedFigure, isZeroFigure, roundedFigure } from '../pure/figures.ts';
import { addressOf } from '../pure/routes.ts';
import { type StrategyRow, strategyState } from '../pure/strategyState.ts';
import { shellWord } from '../pure/shellWord.ts';

/** Each strategy in each of its markets: position, profit, and what a person may tell it. */
export function StrategyTable(): JSX.Element {
  const told = status.value;
  return (
    <Panel title="Strategies" command="sluice status">
      {told === undefined || told.strategies.length === 0 ? (
        <Empty title={told === undefined ? 'Not told yet' : 'No strategy is configured'}>
          They are named under strategies in the configuration.
        </Empty>
      ) : (
        <DataTable
          caption="Strategies"
          rows={told.strategies}
          keyOf={({ name, symbol }) => `${name} ${symbol}`}
          commandOf={({ name }) => `sluice fills list --strategy ${shellWord(name)}`}
          exactOf={({ profit }) => profit ?? ''}
          columns={[
            {
              head: 'Strategy',
              class: 'l full',
              isName: true,
              cell: (row) => (
                <span class="acts">
                  <a href={addressOf({ page: 'strategies', what: row.name })}>{row.name}</a> <StateBadge row={row} />
                </span>
              ),
            },
            { head: 'Pair', class: 'l p2', cell: ({ symbol }) => symbol },
            {
              head: 'Position',
              cell: ({ position, symbol }) => `${isZeroFigure(position) ? '0' : groupedFigure(position)} ${baseOf(symbol)}`,
            },
            { head: 'Profit', cell: ({ profit, symbol }) => <Money value={profit} currency={quoteOf(symbol)} /> },
            { head: 'Realised', class: 'p3', cell: ({ realised }) => <Signed value={realised} /> },
            { head: 'Unrealised', class: 'p3', cell: ({ unrealised }) => <Signed value={unrealised} /> },
            { head: 'Fees', class: 'p2', cell: ({ fees }) => roundedFigure(fees, 2) },
            { head: 'Open', cell: ({ openOrders }) => openOrders },
            { head: 'Fills', class: 'p3', cell: ({ fills, conversions }) => (conversions > 0 ? `${fills} + ${conversions} conv.` : fills) },
            {
              head: 'Actions',
              isSilent: true,
              class: 'full',
              cell: (row, isGone) => <Actions row={row} isDisabled={isGone || !canSend.value} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Money({ value, currency }: { readonly value: string | undefined; readonly currency: string }): JSX.Element {
  return (
    <b>
      <Signed value={value} /> {currency}
    </b>
  );
}

const SIGNS: Readonly<Record<BadgeKind, string>> = { ok: '●', call: '▲', bad: '■', info: '◐', plain: '○' };

/** The state of a strategy as a badge; the reason is in its title. */
export function StateBadge({ row }: { readonly row: StrategyRow }): JSX.Element {
  const { kind, word, why } = strategyState(row);
  return (
    <span title={why}>
      <Badge kind={kind} sign={SIGNS[kind]}>
        {word}
      </Badge>
    </span>
  );
}

function Actions({ row: { name, state, position }, isDisabled }: { readonly row: StrategyRow; readonly isDisabled: boolean }): JSX.Element {
  const isPaused = state === 'paused';
  return (
    <span class="acts">
      <button
        type="button"
        class="btn"
        disabled={isDisabled || state === 'stopped'}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        onClick={() => tellStrategy(name, isPaused ? 'resume' : 'pause')}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <Hold
        isDisabled={isDisabled || isZeroFigure(position)}
        label={`Hold to flatten ${name}`}
        onHeld={() => stopTrading(name, 'halted', 'close')}
      >
        Flatten
      </Hold>
    </span>
  );
}
