import type { Fault, FaultCode } from '../base/fault.ts';

/** What a failure means at the command line: the exit code, how things stand, and what to do. */
export interface Verdict {
  readonly exit: number;
  readonly state: string;
  readonly suggestion: string;
}

const NOTHING_DONE = 'nothing was done';
const NOTHING_STARTED = 'nothing was started or changed';
const NO_ANSWER = 'nothing was changed by this command';

/** One row per fault code. Exit codes: 0 ok, 1 internal, 2 usage, 3 not found … (docs: product.md, Command line). */
const VERDICTS: Readonly<Record<FaultCode, Verdict>> = {
  internal: {
    exit: 1,
    state: 'this is a fault of the program; see `sluice status` for what is open',
    suggestion: 'report it with the command and the message',
  },
  usage: { exit: 2, state: NOTHING_DONE, suggestion: '`sluice --help` lists the commands; `sluice COMMAND --help` shows an example' },
  'invalid-request': { exit: 2, state: 'nothing was sent', suggestion: 'correct the named value' },
  'not-found': { exit: 3, state: NOTHING_DONE, suggestion: 'check the name or the id' },
  configuration: { exit: 4, state: NOTHING_STARTED, suggestion: '`sluice config check` shows every problem' },
  strategy: { exit: 4, state: NOTHING_STARTED, suggestion: '`sluice strategies check FILE` explains it' },
  'schema-newer': {
    exit: 4,
    state: NOTHING_STARTED,
    suggestion: 'use the version of sluice that wrote the state directory',
  },
  unauthorized: {
    exit: 4,
    state: 'key, signature or password were not taken by who was asked; nothing was done',
    suggestion: 'check key, secret and the clock of this machine',
  },
  'daemon-not-running': {
    exit: 5,
    state: 'no daemon runs on this state directory',
    suggestion: 'start it with `sluice run`, or name its --state DIR',
  },
  'daemon-running': {
    exit: 7,
    state: 'what runs already goes on undisturbed',
    suggestion: 'stop it with `sluice stop`',
  },
  network: { exit: 6, state: NO_ANSWER, suggestion: 'check the address and the network, then repeat' },
  timeout: {
    exit: 6,
    state: 'no answer came in time: what was asked for may have been done all the same',
    suggestion: 'repeat the command',
  },
  'rate-limited': { exit: 6, state: NO_ANSWER, suggestion: 'wait, then repeat; lower venue.rateLimit if it happens often' },
  'unreadable-reply': { exit: 6, state: NO_ANSWER, suggestion: 'check that the address is that of the exchange interface' },
  'venue-failure': { exit: 6, state: NO_ANSWER, suggestion: 'repeat later' },
  clock: { exit: 6, state: 'nothing was sent', suggestion: 'synchronise the clock of this machine, then repeat' },
  refused: { exit: 7, state: 'it was refused, and nothing was changed', suggestion: 'change the request' },
  risk: { exit: 7, state: 'nothing was sent', suggestion: 'change the request' },
  halted: { exit: 7, state: 'nothing was sent', suggestion: '`sluice status` says why, since when, and by which command it goes on' },
  'lane-frozen': {
    exit: 7,
    state: 'nothing was sent; an earlier request on this pair is still unknown',
    suggestion: '`sluice status` shows it; wait until it settles',
  },
  canceled: { exit: 1, state: 'it has ended early, and nothing of it goes on', suggestion: 'run the command again' },
  'unknown-outcome': {
    exit: 8,
    state: 'it may or may not have been done; it is kept in the journal and never sent again',
    suggestion: 'do not repeat it; `sluice orders list` and `sluice status` show what became of it',
  },
  'echo-mismatch': {
    exit: 8,
    state: "the venue's answer does not fit the request; it is kept in the journal as unknown",
    suggestion: 'do not repeat it; `sluice status` shows what became of it',
  },
  'left-open': {
    exit: 11,
    state: 'sluice has ended; what is named above stays open at the venue and may still be filled',
    suggestion:
      '`sluice orders list` shows what is open, `sluice orders cancel ID --yes` cancels it; a daemon that starts again takes it up',
  },
  'confirmation-needed': { exit: 9, state: NOTHING_DONE, suggestion: 'add --yes to confirm' },
  'check-failed': { exit: 10, state: 'nothing was changed because of what was found', suggestion: 'see the problems above' },
  store: {
    exit: 1,
    state: 'what was on the disk before is still there; nothing is ever sent before it is written down',
    suggestion: 'check the disk and the state directory',
  },
  'journal-incomplete': {
    exit: 1,
    state: 'nothing was started and nothing is sent: what the account has open at the venue stays there',
    suggestion: '`sluice recover` rebuilds the journal from what the venue still shows',
  },
};

/** What each code means, in the order of the table. */
export function allVerdicts(): readonly (readonly [code: FaultCode, verdict: Verdict])[] {
  return Object.entries(VERDICTS) as [FaultCode, Verdict][];
}

/** A request with an unknown outcome exits with 8, whatever the cause. A request that never left was refused by sluice alone. */
export function verdictOf({ code, outcome, stands }: Fault): Verdict {
  const verdict = VERDICTS[outcome === 'unknown' ? 'unknown-outcome' : code];
  if (stands !== undefined) return { ...verdict, state: stands };
  return (code === 'refused' || code === 'canceled' || code === 'timeout') && outcome === 'not-sent'
    ? { ...verdict, state: 'nothing was sent' }
    : verdict;
}
