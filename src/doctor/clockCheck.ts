import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { durationText, HOUR_MS } from '../base/instant.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import { dateOf } from '../client/httpDate.ts';
import { exchange } from '../contract/exchange.ts';
import { gapBetween, type TimeBounds } from '../client/timeBounds.ts';
import type { Transport } from '../client/transport.ts';
import type { Check } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';

const TRIES = 3;
const TRY_WITHIN_MS = 2500;
/** `Date` has seconds, and machines that are kept by NTP are closer than that. */
const CLOSE_MS = 2000;
/** Beyond this the client believes no venue, and signs nothing (`VenueClock`). */
const FARTHEST_MS = HOUR_MS;

const MEND_CLOCK = 'timedatectl; chronyc tracking: set the clock of this machine, and keep NTP running';

/** The machine's clock against the venue's `Date` header, read without a signature. */
export const clockCheck: Check = {
  name: 'clock',
  withinMs: (TRIES + 1) * TRY_WITHIN_MS,
  async look({ settings: { venue }, clock }, timeIsUp) {
    if (venue.exchange === undefined) return [ok("the demo's venue lives in its daemon and has its clock")];
    const { url } = venue.exchange;
    const transport = createHttpTransport();
    try {
      return [await gapFinding(url, transport, clock, timeIsUp)];
    } finally {
      await transport.close();
    }
  },
};

async function gapFinding(url: string, transport: Transport, clock: Clock, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(url);
  let why = '';
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt++) {
    try {
      const read = await dateBounds(url, transport, clock, signal);
      if (read === undefined)
        return look(`the answers of ${host} have no Date, so that nobody can tell how far this machine's clock is off`, MEND_CLOCK);
      const aheadMs = clock.machineTime() - clock.monotonicMs();
      return offFinding(host, gapBetween({ low: aheadMs, high: aheadMs, readMs: clock.monotonicMs() }, read));
    } catch (error) {
      why = messageOf(error);
    }
  }
  return bad(`${host} gave no answer in ${TRIES} tries: ${why}`, `curl -sI ${new URL(url).origin}`);
}

/** Any answer will do, a refusal too. */
async function dateBounds(url: string, transport: Transport, clock: Clock, signal: AbortSignal): Promise<TimeBounds | undefined> {
  const sentMs = clock.monotonicMs();
  const { headers } = await transport.send({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}${exchange['currencies.list'].path}`,
    headers: { 'user-agent': 'sluice', accept: 'application/json' },
    body: undefined,
    fresh: false,
    timeoutMs: TRY_WITHIN_MS,
    maxBytes: 16 * 1024 * 1024,
    signal,
  });
  const receivedMs = clock.monotonicMs();
  const date = dateOf(headers['date']);
  return date === undefined ? undefined : { low: date - receivedMs, high: date + 1000 - sentMs, readMs: receivedMs };
}

/** `gapMs`: how far the venue's clock is ahead of ours at least. */
function offFinding(host: string, gapMs: number): Finding {
  const off = `the clock of this machine is ${durationText(Math.abs(gapMs))} ${gapMs > 0 ? 'behind' : 'ahead of'} that of ${host}`;
  if (Math.abs(gapMs) <= CLOSE_MS) return ok(`the clock of this machine agrees with that of ${host}`);
  if (Math.abs(gapMs) > FARTHEST_MS) return bad(`${off}: more than 1 h is not believed, and nothing is signed`, MEND_CLOCK);
  return look(`${off}: signatures follow the venue, but days, schedules and the daily loss follow this machine`, MEND_CLOCK);
}
