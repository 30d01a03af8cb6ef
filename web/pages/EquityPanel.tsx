import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { daemonNow, status } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { Empty } from '../parts/Empty.tsx';
import { LineChart } from '../parts/LineChart.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Seg } from '../parts/Seg.tsx';
import { Signed } from '../parts/Signed.tsx';
import { Stat } from '../parts/Stat.tsx';
import { beginningOf, EQUITY_RANGES, equityCommand, equityPollMs, type EquityRange } from '../pure/equityRange.ts';
import { apartText, equityCurrencies, equityView } from '../pure/equityView.ts';
import { roundedFigure } from '../pure/figures.ts';
import { isWorthOld } from '../pure/oldFigures.ts';

/** What the account is worth, how that came about, and how far it fell. */
export function EquityPanel(): JSX.Element {
  const [range, setRange] = useState<EquityRange>('1h');
  const from = new Date(beginningOf(range, daemonNow.value ?? 0)).toISOString();
  const { value, failure } = useAnswer('equity.series', { from }, equityPollMs(range));
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const currencies = value === undefined ? [] : equityCurrencies(value);
  const currency = chosen ?? currencies[0];
  const view = useMemo(() => (value === undefined || currency === undefined ? undefined : equityView(value, currency)), [value, currency]);
  const choices = (
    <>
      <Seg name="Range" options={EQUITY_RANGES} value={range} onChange={setRange} />
      {currencies.length > 1 && currency !== undefined && (
        <Seg name="Currency" options={currencies.map((name) => [name, name])} value={currency} onChange={setChosen} />
      )}
    </>
  );
  return (
    <Panel
      title="Equity"
      class="c8"
      command={equityCommand(range)}
      isOld={currency !== undefined && status.value !== undefined && isWorthOld(currency, status.value)}
      end={choices}
      footer={`All wallets at the mids of the books that are polled.${value === undefined ? '' : ` ${apartText(value, daemonNow.value ?? 0)}`}`}
    >
      {view === undefined ? (
        <Empty title={failure ?? 'No worth is known yet'}>It is known once the venue has told the balances and a book is there.</Empty>
      ) : (
        <div class="body">
          <div class="stats">
            <p class="big">
              {roundedFigure(view.last, 2)} <small>{view.currency}</small>
            </p>
            <Stat name="Change">
              <Signed value={view.change} />
            </Stat>
            <Stat name="by strategies">
              <Signed value={view.byStrategies} />
            </Stat>
            <Stat name="by the market and the rest">
              <Signed value={view.byTheRest} />
            </Stat>
            <Stat name="Deepest fall">
              <Signed value={view.deepestFall} />
            </Stat>
          </div>
          <LineChart name={`Equity, ${view.currency}`} points={view.worth} colour="accent" height={230} everyMs={value?.everyMs} />
          <h3>Below the highest so far, {view.currency}</h3>
          <LineChart
            name={`Fall below the highest, ${view.currency}`}
            points={view.fall}
            colour="sell"
            height={90}
            everyMs={value?.everyMs}
            isFall
          />
        </div>
      )}
    </Panel>
  );
}
