import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { StrategyView } from '../../src/control/contract/controlReplies.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';
import { lift, stopTrading, tellStrategy } from '../live/actions.ts';
import { areOwnOld, canSend, status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Command } from '../parts/Command.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Hold } from '../parts/Hold.tsx';
import { LineChart } from '../parts/LineChart.tsx';
import { Panel } from '../parts/Panel.tsx';
import { baseOf, quoteOf } from '../pure/atRisk.ts';
import { groupedFigure, groupedText, isZeroFigure } from '../pure/figures.ts';
import { isAtOldMid } from '../pure/oldFigures.ts';
import { ParamsPanel } from './ParamsPanel.tsx';
import { PlotsPanel } from './PlotsPanel.tsx';
import { ShadowPanel } from './ShadowPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { StateBadge } from './StrategyTable.tsx';
import { TagsPanel } from './TagsPanel.tsx';
import { heldBy } from '../pure/heldBy.ts';
import { shellWord } from '../pure/shellWord.ts';

type Strategy = WireForm<StrategyView>;

const EVERY_MS = 5000;

/** One strategy: what it may be told, its profit over time, and its parameters. */
export function OneStrategy({ strategy }: { readonly strategy: Strategy }): JSX.Element {
  return (
    <>
      <ProfitPanel strategy={strategy} />
      <TellPanel strategy={strategy} />
      <TagsPanel strategy={strategy.name} />
      <PlotsPanel strategy={strategy.name} />
      <StatePanel strategy={strategy.name} />
      <ShadowPanel strategy={strategy.name} />
      <ParamsPanel strategy={strategy} />
    </>
  );
}

function ProfitPanel({ strategy: { name, markets } }: { readonly strategy: Strategy }): JSX.Element {
  const { value, failure } = useAnswer('equity.series', {}, EVERY_MS);
  const series = useMemo(
    () =>
      markets.map(({ symbol }) => {
        const points = (value?.points ?? []).flatMap(({ at, profit }) => {
          const text = profit[`${name} ${symbol}`];
          return text === undefined ? [] : [{ at, text }];
        });
        return { symbol, points };
      }),
    [value, name, markets.length],
  );
  return (
    <Panel
      title={`Profit of ${name}`}
      class="c8"
      isOld={areOwnOld.value || markets.some((row) => status.value !== undefined && isAtOldMid(row, status.value))}
      command={`sluice fills list --strategy ${shellWord(name)}`}
    >
      <div class="body">
        {series.map(({ symbol, points }) =>
          points.length === 0 ? (
            <Empty key={symbol} title={failure ?? 'No profit is known yet'} />
          ) : (
            <div key={symbol}>
              <h3>
                {symbol}, {quoteOf(symbol)}, after fees
              </h3>
              <LineChart name={`Profit of ${name} in ${symbol}`} points={points} colour="accent" height={180} everyMs={value?.everyMs} />
            </div>
          ),
        )}
      </div>
    </Panel>
  );
}

function TellPanel({ strategy: { name, use, symbols, budget, markets } }: { readonly strategy: Strategy }): JSX.Element {
  const isDisabled = !canSend.value;
  const [first] = markets;
  const state = first?.state;
  const isPaused = state === 'paused';
  const held = status.value === undefined ? [] : heldBy(name, status.value);
  return (
    <Panel title={name} class="c4" command={`sluice events --strategy ${shellWord(name)}`} end={first && <StateBadge row={first} />}>
      <div class="body choices">
        <dl class="kv">
          <dt>Code</dt>
          <dd>{use}</dd>
          <dt>Pairs</dt>
          <dd>{symbols.join(', ')}</dd>
          <dt>Budget</dt>
          <dd>{budget === undefined ? 'none' : groupedText(budget)}</dd>
        </dl>
        {held.map(({ what, why, goesOn }) => (
          <p key={what}>
            <b>{what}</b>: {why}. It goes on {goesOn}.
          </p>
        ))}
        {held.length === 0 &&
          markets.map(({ symbol, reason }) => (reason === undefined ? null : <p key={symbol}>{`${symbol}: ${reason}`}</p>))}
        <button
          type="button"
          class="btn"
          disabled={isDisabled || state === 'stopped'}
          onClick={() => tellStrategy(name, isPaused ? 'resume' : 'pause')}
        >
          {isPaused ? 'Resume' : 'Pause: cancel its orders, keep its position'}
        </button>
        <Hold isDisabled={isDisabled || state === 'stopped'} onHeld={() => tellStrategy(name, 'stop')}>
          Hold: stop until the next start
        </Hold>
        <Hold isDisabled={isDisabled} onHeld={() => stopTrading(name, 'halted', 'close')}>
          Hold: flatten{heldText(markets)}, then halt
        </Hold>
        {[...new Set(held.flatMap(({ arms }) => arms ?? []))].map((scope) => (
          <Hold key={scope} isSafe isDisabled={isDisabled} onHeld={() => lift(scope)}>
            Hold: arm {scope === 'all' ? 'all trading' : scope} again
          </Hold>
        ))}
        <Command text={`sluice flatten ${shellWord(name)}`} isBlock />
      </div>
    </Panel>
  );
}

/** ` 0.0154 BTC and −0.2 ETH`; empty where it holds nothing. */
function heldText(markets: readonly { readonly symbol: string; readonly position: string }[]): string {
  const held = markets.filter(({ position }) => !isZeroFigure(position));
  return held.length === 0 ? '' : ` ${held.map(({ symbol, position }) => `${groupedFigure(position)} ${baseOf(symbol)}`).join(' and ')}`;
}
