import type { JSX } from 'preact';
import { useAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { timeText } from '../pure/ageText.ts';
import { groupedFigure, signOfFigure } from '../pure/figures.ts';
import type { Simulator as Told } from '../pure/simulator.ts';
import { FaultPanels } from './FaultPanels.tsx';
import { MoneyPanel, PricePanel } from './SimulatorMoney.tsx';
import { SimulatorMoves } from './SimulatorMoves.tsx';

const EVERY_MS = 2000;

/** The simulator inside the daemon: what goes wrong, prices, and money that comes in. Any other venue has no such page. */
export function Simulator(): JSX.Element {
  const { value, failure } = useAnswer('simulator.show', {}, EVERY_MS);
  return (
    <>
      <div class="title">
        <h1>Simulator</h1>
        <span class="muted">What is done here is done to the simulator inside this daemon, and to nothing else.</span>
      </div>
      <div class="grid">
        {value?.simulator === undefined ? (
          <Panel title="Simulator" command="sluice simulator faults">
            <Empty title={value?.why ?? failure ?? 'Not told yet'}>The demo has one: there calls can be made to go wrong.</Empty>
          </Panel>
        ) : (
          <Whole told={value.simulator} failure={failure} />
        )}
      </div>
    </>
  );
}

function Whole({ told, failure }: { readonly told: Told; readonly failure: string | undefined }): JSX.Element {
  const { faults, currencies, deeds } = told;
  return (
    <>
      {failure !== undefined && (
        <p class="c12 err" role="status">
          ▲ The last look has failed: {failure}.
        </p>
      )}
      <FaultPanels told={told} />
      <PricePanel currencies={currencies} />
      <MoneyPanel currencies={currencies} />
      <SimulatorMoves told={told} />
      <Panel title="Prices" class="c4" command="sluice book">
        <DataTable
          caption="Currencies of the simulator"
          rows={currencies}
          keyOf={({ code }) => code}
          exactOf={({ euro }) => euro ?? ''}
          columns={[
            { head: 'Currency', class: 'l', isName: true, cell: ({ code }) => code },
            { head: 'In EUR', cell: ({ euro }) => (euro === undefined ? '–' : groupedFigure(euro)) },
            { head: 'Moved to', cell: ({ priceFactor }) => (priceFactor === '1' ? '–' : `${priceFactor} times`) },
            { head: 'Lent', cell: ({ lent }) => (signOfFigure(lent) === 0 ? '–' : groupedFigure(lent)) },
          ]}
        />
      </Panel>
      <Panel title="Calls that were struck" class="c8" command="sluice simulator faults">
        {faults.struck.length === 0 ? (
          <Empty title="None yet">Each call that a fault has met stands here, the last one first.</Empty>
        ) : (
          <DataTable
            caption="The last calls that were struck, newest first"
            rows={faults.struck}
            keyOf={({ n }) => String(n)}
            columns={[
              { head: 'Time', class: 'l', isName: true, cell: ({ at }) => <time>{timeText(Date.parse(at))}</time> },
              { head: 'Call', class: 'l', cell: ({ operation }) => <code>{operation}</code> },
              { head: 'What happened', class: 'l wrap full', cell: ({ what }) => what },
            ]}
          />
        )}
      </Panel>
      <Panel title="What people did" class="c4" command="sluice simulator faults -o json">
        {deeds.length === 0 ? (
          <Empty title="Nothing yet" />
        ) : (
          <div class="body tight">
            <dl class="kv told">
              {deeds.map(({ at, text }) => (
                <>
                  <dt key={`${at} ${text}`}>
                    <time>{timeText(Date.parse(at))}</time>
                  </dt>
                  <dd>{text}</dd>
                </>
              ))}
            </dl>
          </div>
        )}
      </Panel>
    </>
  );
}
