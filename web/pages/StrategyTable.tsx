import type { ComponentChildren, JSX } from 'preact';
import { stopTrading, tellStrategy } from '../live/actions.ts';
import { areOwnOld, canSend, status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Badge, type BadgeKind } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Signed } from '../parts/Signed.tsx';
import { SparkLine } from '../parts/SparkLine.tsx';
import { baseOf, quoteOf } from '../pure/atRisk.ts';
import { groupedFigure, isZeroFigure, roundedFigure } from '../pure/figures.ts';
import { isAtOldMid } from '../pure/oldFigures.ts';
import { addressOf } from '../pure/routes.ts';
import { type StrategyRow, strategyState } from '../pure/strategyState.ts';
import { type StrategyTotal, strategyTotals, worthOf } from '../pure/strategyTotals.ts';
import { shellWord } from '../pure/shellWord.ts';

const SERIES_EVERY_MS = 5000;

/** Each strategy in each of its markets: position, profit, and what a person may tell it. */
export function StrategyTable(): JSX.Element {
  const told = status.value;
  const { value: equity } = useAnswer('equity.series', {}, SERIES_EVERY_MS);
  return (
    <Panel
      title="Strategies"
      command="sluice status"
      isOld={areOwnOld.value}
      footer="Profit and fees are those of all runs, run fills those since the start of this one."
    >
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
              class: 'l full name',
              isName: true,
              cell: (row) => (
                <span class="named">
                  <a href={addressOf({ page: 'strategies', what: row.name })}>{row.name}</a> <StateBadge row={row} />
                </span>
              ),
            },
            { head: 'Pair', class: 'l p2', cell: ({ symbol }) => symbol },
            {
              head: 'Position',
              cell: ({ position, symbol }) => `${isZeroFigure(position) ? '0' : groupedFigure(position)} ${baseOf(symbol)}`,
            },
            {
              head: 'Worth',
              class: 'p2',
              cell: (row) => <Worth value={worthOf(row, told)} currency={quoteOf(row.symbol)} isOld={isAtOldMid(row, told)} />,
            },
            {
              head: 'Lately',
              class: 'p3',
              cell: ({ name, symbol }) => (
                <SparkLine
                  name={`Profit of ${name} in ${symbol} since the start`}
                  values={(equity?.points ?? []).flatMap(({ profit }) => profit[`${name} ${symbol}`] ?? []).map(Number)}
                />
              ),
            },
            { head: 'Profit', cell: (row) => <Money value={row.profit} currency={quoteOf(row.symbol)} isOld={isAtOldMid(row, told)} /> },
            { head: 'Realised', class: 'p4', cell: ({ realised }) => <Signed value={realised} /> },
            { head: 'Unrealised', class: 'p4', cell: (row) => <Signed value={row.unrealised} isOld={isAtOldMid(row, told)} /> },
            { head: 'Fees', class: 'p2', cell: ({ fees }) => roundedFigure(fees, 2) },
            { head: 'Open', cell: ({ openOrders }) => openOrders },
            {
              head: 'Run fills',
              class: 'p3',
              cell: ({ fills, conversions }) => (conversions > 0 ? `${fills} + ${conversions} conv.` : fills),
            },
            {
              head: 'Actions',
              isSilent: true,
              class: 'full',
              cell: (row, isGone) => <Actions row={row} isDisabled={isGone || !canSend.value} />,
            },
          ]}
          foot={told.strategies.length > 1 && strategyTotals(told).map((total) => <Total key={total.currency} total={total} />)}
        />
      )}
    </Panel>
  );
}

interface MoneyProps {
  readonly value: string | undefined;
  readonly currency: string;
  readonly isOld: boolean;
}

function Worth({ value, currency, isOld }: MoneyProps): JSX.Element {
  return value === undefined ? (
    <span class="muted">–</span>
  ) : (
    <span class={isOld ? 'stale' : undefined} title={groupedFigure(value)}>{`${roundedFigure(value, 2)} ${currency}`}</span>
  );
}

/** The cells of a row that stands for all strategies of a currency. */
function Total({ total }: { readonly total: StrategyTotal }): JSX.Element {
  const { currency, worth, profit, realised, unrealised, fees, isOld, openOrders, fills, conversions } = total;
  const cells: readonly (readonly [head: string | undefined, names: string, cell: ComponentChildren])[] = [
    [undefined, 'l p2', ''],
    [undefined, 'p2', ''],
    ['Worth', 'p2', <Worth key="worth" value={worth} currency={currency} isOld={isOld} />],
    [undefined, 'p3', ''],
    ['Profit', '', <Money key="profit" value={profit} currency={currency} isOld={isOld} />],
    ['Realised', 'p4', <Signed key="realised" value={realised} />],
    ['Unrealised', 'p4', <Signed key="unrealised" value={unrealised} isOld={isOld} />],
    ['Fees', 'p2', roundedFigure(fees, 2)],
    ['Open', '', openOrders],
    ['Run fills', 'p3', conversions > 0 ? `${fills} + ${conversions} conv.` : fills],
    [undefined, 'p2', ''],
  ];
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="l full">
        All
      </th>
      {cells.map(([head, names, cell], n) => (
        <td key={head ?? n} role="cell" class={names} data-l={head}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

function Money({ value, currency, isOld }: MoneyProps): JSX.Element {
  return (
    <b>
      <Signed value={value} isOld={isOld} /> {currency}
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

function Actions({
  row: { name, symbol, state, position },
  isDisabled,
}: {
  readonly row: StrategyRow;
  readonly isDisabled: boolean;
}): JSX.Element {
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
        label={isZeroFigure(position) ? `Hold to flatten ${name}` : `Hold to flatten ${name}: ${groupedFigure(position)} ${baseOf(symbol)}`}
        onHeld={() => stopTrading(name, 'halted', 'close')}
      >
        Flatten
      </Hold>
    </span>
  );
}
