import type { ComponentChildren, JSX } from 'preact';
import { switchTheme } from '../live/theme.ts';
import { agedMs, daemonNow, end, isReadOnly, isRiskOld, silentMs, state, status, waiting } from '../live/told.ts';
import { timeText } from '../pure/ageText.ts';
import { aliveCell, type Cell } from '../pure/alive.ts';
import { riskCell } from '../pure/atRisk.ts';
import { addressOf, type PageName } from '../pure/routes.ts';
import { waitingCell } from '../pure/waiting.ts';
import { limits } from '../live/limits.ts';
import { Badge } from './Badge.tsx';
import { StopMenu } from './StopMenu.tsx';

/** The bar that is the same on every page: which world, then the three questions, then what stops everything. */
export function Bar(): JSX.Element {
  const told = status.value;
  const world = told?.world.toLowerCase() ?? '';
  return (
    <header class={`top ${world}`}>
      <div class="who">
        <a class="brand" href={addressOf({ page: 'overview' })}>
          sluice
        </a>
        {told !== undefined && (
          <>
            <span class={`world ${world}`}>{world.toUpperCase()}</span>
            <span class="venue" title={told.venue.note}>
              {told.venue.host}
              <br />
              key {told.venue.keyTail}
            </span>
            {told.venue.note !== undefined && (
              <span class="here" title={told.venue.note}>
                on this machine
              </span>
            )}
          </>
        )}
      </div>
      <div class="verdict" role="group" aria-label="Is it alive, is money at risk, is anything waiting">
        <VerdictCell
          name={state.value === 'disconnected' ? 'Alive?' : 'Alive'}
          page="health"
          cell={aliveCell(state.value, { status: told, silentMs: silentMs.value, agedMs: agedMs.value, end: end.value })}
        />
        <VerdictCell name="At risk" page="overview" cell={riskCell(limits.value, told)} isOld={isRiskOld.value} />
        <VerdictCell name="Waiting for you" page="unresolved" cell={waitingCell(told && waiting.value, daemonNow.value)} />
      </div>
      <div class="tools">
        {isReadOnly.value && (
          <Badge kind="info" sign="○">
            read only
          </Badge>
        )}
        <span class="clock">{daemonNow.value === undefined ? '' : `${timeText(daemonNow.value)} UTC`}</span>
        <StopMenu />
        <button type="button" class="btn icon" aria-label="Switch between light and dark" title="t" onClick={switchTheme}>
          ◑
        </button>
      </div>
    </header>
  );
}

function VerdictCell({
  name,
  page,
  cell,
  isOld = false,
}: {
  readonly name: string;
  readonly page: PageName;
  readonly cell: Cell;
  readonly isOld?: boolean;
}): JSX.Element {
  const { kind, sign, word, first, second } = cell;
  const lines: ComponentChildren = (
    <>
      {first}
      <span class="p2">{second}</span>
    </>
  );
  return (
    <a class={isOld ? `v past ${kind}` : `v ${kind}`} href={addressOf({ page })}>
      <span class="k">{isOld ? `${name} ▲ old` : name}</span>
      <b>
        {sign !== '' && <i aria-hidden="true">{sign}</i>} {word}
      </b>
      <span class="s">{lines}</span>
    </a>
  );
}
