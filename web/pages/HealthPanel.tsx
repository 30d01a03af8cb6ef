import type { ComponentChildren, JSX } from 'preact';
import { staleAfterMs } from '../live/limits.ts';
import { agedMs, status } from '../live/told.ts';
import { Age } from '../parts/Age.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ageText } from '../pure/ageText.ts';
import { oldestBookMs } from '../pure/alive.ts';
import { groupedFigure } from '../pure/figures.ts';
import { feedFacts } from '../pure/feedFacts.ts';
import { quickness } from '../pure/quickness.ts';
import type { Status } from '../pure/status.ts';

/** The daemon's own state: rate budget, clock, lists, ledger, recorder. */
export function HealthPanel({ class: names }: { readonly class: string }): JSX.Element {
  const told = status.value;
  return (
    <Panel title="Health" class={names} command="sluice doctor">
      {told === undefined ? <Empty title="Not told yet" /> : <Facts told={told} />}
    </Panel>
  );
}

function Facts({ told }: { readonly told: Status }): JSX.Element {
  const { rate, clock, resolver, unexplained, unchecked, recorder, trouble } = told;
  const oldest = oldestBookMs(told, agedMs.value);
  return (
    <div class="body tight">
      <dl class="kv">
        <Fact name="Requests, last second">
          <b>{rate.used}</b> of {rate.perSecond}, {rate.waiting} wait
        </Fact>
        {rate.blockedUntil !== undefined && <Fact name="The venue asks for silence until">{rate.blockedUntil.slice(11, 19)} UTC</Fact>}
        <Fact name="Venue’s clock">
          {clock.halted === undefined ? <b>{groupedFigure(String(clock.offsetMs))} ms</b> : <span class="warn">▲ {clock.halted}</span>}
        </Fact>
        <Fact name="Oldest book">{oldest === undefined ? '–' : <Age ms={oldest} limitMs={staleAfterMs.value} />}</Fact>
        {quickness(told).map(([name, text]) => (
          <Fact key={name} name={name}>
            <b>{text}</b>
          </Fact>
        ))}
        {resolver?.listsAgeMs !== undefined && (
          <Fact name="Own lists read, age">
            <Age ms={resolver.listsAgeMs + agedMs.value} limitMs={resolver.listsOldAfterMs} />
          </Fact>
        )}
        {resolver !== undefined && (
          <Fact name="Not placed, at the soonest after">
            <b>{ageText(resolver.notPlacedAfterMs)}</b>
          </Fact>
        )}
        <Fact name="Ledger">
          {Object.keys(unexplained).length === 0 ? (
            <span class="up">✓ nothing unexplained</span>
          ) : (
            <span class="warn">
              ▲{' '}
              {Object.entries(unexplained)
                .map(([currency, amount]) => `${groupedFigure(amount)} ${currency}`)
                .join(', ')}
            </span>
          )}
        </Fact>
        {unchecked.map((text) => (
          <Fact key={text} name="Not checked">
            <span class="warn">▲ {text}</span>
          </Fact>
        ))}
        {recorder !== undefined && (
          <Fact name="Recorder">
            {recorder.state}, {recorder.snapshots} books
          </Fact>
        )}
        {feedFacts(told).map(({ name, text, isTrouble }) => (
          <Fact key={name} name={name}>
            {isTrouble ? <span class="warn">▲ {text}</span> : text}
          </Fact>
        ))}
        {trouble.map((text) => (
          <Fact key={text} name="Trouble">
            <span class="warn">▲ {text}</span>
          </Fact>
        ))}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
