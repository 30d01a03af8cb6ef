import type { JSX } from 'preact';
import { lift } from '../live/actions.ts';
import { agedMs, canSend, contact, daemonNow, end, heardAt, state, status } from '../live/told.ts';
import { ageText, momentText, timeText } from '../pure/ageText.ts';
import { mainStop, oldMarkets } from '../pure/alive.ts';
import { place } from '../live/place.ts';
import { addressOf } from '../pure/routes.ts';
import { Command } from './Command.tsx';
import { Hold } from './Hold.tsx';

/** What has changed for the page as a whole. Nothing else pushes what stands below it. */
export function Banners(): JSX.Element {
  return (
    <>
      <OfState />
      <Faults />
      <MissingPage />
    </>
  );
}

function OfState(): JSX.Element | null {
  switch (state.value) {
    case 'disconnected':
      return <NoContact />;
    case 'ended':
      return <Ended />;
    case 'locked':
      return <Locked />;
    case 'halted':
    case 'reducing':
      return <Stopped />;
    case 'stale':
      return <Stale />;
    default:
      return null;
  }
}

function NoContact(): JSX.Element {
  return (
    <div class="banner bad" role="alert">
      <span class="g" aria-hidden="true">
        ✕
      </span>
      <p>
        <b>No contact with the daemon. {pastText()}</b>
        <br />
        {contact.value.failure !== undefined && <>{contact.value.failure}. </>}
        The page tries again every second; nothing can be sent from here. The daemon itself may be well: ask it on its machine. One that was
        started anew may have another address, which <code>sluice dashboard</code> prints.
      </p>
      <Command text="sluice dashboard" />
    </div>
  );
}

/** The time that the figures are of. Some are asked for less often, so none is newer. */
function pastText(): string {
  return heardAt.value === undefined ? '' : `No figure here is newer than ${timeText(heardAt.value)}.`;
}

/** The daemon has told its end. Before that it told its last state. */
function Ended(): JSX.Element | null {
  if (end.value === undefined) return null;
  const { at, gaveUp, left, kept } = end.value;
  const isBad = gaveUp !== undefined || left.length > 0;
  const open = [...left, ...kept];
  return (
    <div class={isBad ? 'banner bad' : 'banner'} role={isBad ? 'alert' : 'status'}>
      <span class="g" aria-hidden="true">
        ■
      </span>
      <p>
        <b>
          The daemon {gaveUp === undefined ? 'was stopped in order' : 'gave up'} at {timeText(Date.parse(at))}. All figures are from then.
        </b>
        <br />
        {gaveUp !== undefined && `${gaveUp}. `}
        {open.length === 0 ? 'It left nothing open at the venue.' : `Left open: ${open.join('; ')}.`}
      </p>
      <Command text="sluice orders list" />
    </div>
  );
}

function Locked(): JSX.Element {
  return (
    <div class="banner bad" role="alert">
      <span class="g" aria-hidden="true">
        ✕
      </span>
      <p>
        <b>The daemon does not know this browser. {pastText()}</b>
        <br />
        It may be another one than before, and may trade. Open the address that <code>sluice dashboard</code> prints: it has a token that
        counts once.
      </p>
      <Command text="sluice dashboard" />
    </div>
  );
}

function Stopped(): JSX.Element | null {
  const told = status.value;
  const stop = told && mainStop(told);
  if (stop === undefined || daemonNow.value === undefined) return null;
  const isHalted = stop.state === 'halted';
  return (
    <div class={isHalted ? 'banner bad' : 'banner'} role="alert">
      <span class="g" aria-hidden="true">
        {isHalted ? '■' : '◐'}
      </span>
      <p>
        <b>
          {isHalted ? 'Halted' : 'Reducing'} since {momentText(Date.parse(stop.since), daemonNow.value)}: {stop.reason}.
        </b>
        <br />
        {isHalted ? 'Only cancels are sent.' : 'Orders may only bring positions nearer to zero.'} It goes on{' '}
        {stop.goesOn.replaceAll('`', '')}.
      </p>
      {stop.cause !== 'shutdown' && (
        <Hold isSafe isDisabled={!canSend.value} onHeld={() => lift('all')}>
          Hold to arm again
        </Hold>
      )}
    </div>
  );
}

function Stale(): JSX.Element | null {
  const told = status.value;
  if (told === undefined) return null;
  return (
    <div class="banner" role="status">
      <span class="g" aria-hidden="true">
        ▲
      </span>
      <p>
        {oldMarkets(told).map(({ symbol, ageMs, trouble }) => (
          <span key={symbol}>
            <b>
              {symbol}: {trouble.join(', ')}.
            </b>{' '}
            {ageMs === undefined ? 'There is no book.' : `Its book is ${ageText(ageMs + agedMs.value)} old.`} No new order is sent there;
            resting orders stay.{' '}
          </span>
        ))}
      </p>
      <Command text="sluice status" />
    </div>
  );
}

/** A person has let the simulator make calls go wrong: what goes wrong now is not the program. */
function Faults(): JSX.Element | null {
  const faults = status.value?.faults;
  if (faults === undefined) return null;
  return (
    <div class="banner" role="status">
      <span class="g" aria-hidden="true">
        ◬
      </span>
      <p>
        <b>The simulator makes calls go wrong: {faults}.</b>
        <br />
        What was chosen, and what it did, stands on the page <a href={addressOf({ page: 'simulator' })}>Simulator</a>.
      </p>
      <Command text="sluice simulator faults none" />
    </div>
  );
}

/** What is shown is not what the address asks for. */
function MissingPage(): JSX.Element | null {
  const { missing } = place.value;
  if (missing === undefined) return null;
  return (
    <div class="banner" role="status">
      <span class="g" aria-hidden="true">
        ▲
      </span>
      <p class="wrapped">
        <b>There is no page {missing}.</b> This is the overview.
      </p>
    </div>
  );
}
