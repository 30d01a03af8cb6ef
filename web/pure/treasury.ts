import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { ageText } from './ageText.ts';
import { shellWord } from './shellWord.ts';
import type { Waiting } from './waiting.ts';

export type Treasury = ControlReply<'treasury.show'>;
export type Move = Treasury['open'][number];
export type Entry = Treasury['book'][number];
type Need = Move['needs'][number];

/** How a state looks: the kind of its badge, and the sign that stands for it beside the colour. */
export interface StateLook {
  readonly kind: 'ok' | 'call' | 'bad' | 'plain' | 'info';
  readonly sign: string;
  readonly word: string;
}

const LOOKS: Readonly<Record<Move['state'], StateLook>> = {
  'awaiting-approval': { kind: 'call', sign: '◆', word: 'waits for signatures' },
  approved: { kind: 'info', sign: '▶', word: 'approved' },
  sending: { kind: 'info', sign: '▶', word: 'sending' },
  sent: { kind: 'info', sign: '▶', word: 'sent' },
  unknown: { kind: 'bad', sign: '▲', word: 'unknown' },
  completed: { kind: 'ok', sign: '✓', word: 'completed' },
  'partly-completed': { kind: 'call', sign: '▲', word: 'partly completed' },
  declined: { kind: 'bad', sign: '✕', word: 'declined' },
  refused: { kind: 'plain', sign: '✕', word: 'refused' },
  canceled: { kind: 'plain', sign: '○', word: 'canceled' },
  expired: { kind: 'plain', sign: '○', word: 'expired' },
};

export function moveLook({ state, over, payments }: Pick<Move, 'state' | 'over' | 'payments'>): StateLook {
  const look = LOOKS[state];
  const isUnderWay = payments > 1 && (state === 'sending' || state === 'sent');
  return isUnderWay ? { ...look, word: `${look.word}, ${over} of ${payments} over` } : look;
}

const ENTRY_LOOKS: Readonly<Record<string, StateLook>> = {
  requested: { kind: 'call', sign: '◆', word: 'waits for signatures' },
  cooling: { kind: 'plain', sign: '◷', word: 'cooling' },
  allowed: { kind: 'ok', sign: '✓', word: 'allowed' },
};

/** `now` is the daemon's time. */
export function entryLook({ state, allowedFrom }: Pick<Entry, 'state' | 'allowedFrom'>, now: number): StateLook {
  const look = ENTRY_LOOKS[state] ?? { kind: 'plain', sign: '○', word: state };
  return state === 'cooling' && allowedFrom !== null ? { ...look, word: `cooling, ${ageText(Date.parse(allowedFrom) - now)} left` } : look;
}

/** `1 of 2 finance`, and who is still to sign. */
export function signedText(needs: readonly Need[]): string {
  return needs
    .map(({ of, need, missing, who }) => {
      const given = `${need - missing} of ${need} ${of}`;
      return missing === 0 ? given : `${given}; ${who.length === 0 ? 'nobody is left to sign' : `${who.join(' or ')} may sign`}`;
    })
    .join(', ');
}

/** The command of a person who signs with a key of their own, on their own machine. */
export function approveCommand(what: 'move' | 'entry', id: string): string {
  return `sluice treasury ${what === 'entry' ? 'book ' : ''}approve ${shellWord(id)} --as NAME --key NAME.key.pem`;
}

/** What brings a move further, or shows it. */
export function moveCommand({ id, state, payments }: Pick<Move, 'id' | 'state' | 'payments'>): string {
  if (state === 'awaiting-approval') return approveCommand('move', id);
  const canBeRetried = payments > 1 && (state === 'declined' || state === 'partly-completed');
  return canBeRetried ? `sluice treasury batch retry ${shellWord(id)} --dry-run` : `sluice treasury show ${shellWord(id)}`;
}

/** What of the treasury waits for a person: signatures, and outcomes that nobody knows. */
export function treasuryWaiting(treasury: Treasury | undefined): readonly Waiting[] {
  if (treasury === undefined) return [];
  const { open, book, trouble } = treasury;
  return [
    ...open.filter(({ state }) => state === 'unknown' || state === 'awaiting-approval').map(moveWaiting),
    ...book.filter(({ needs }) => needs.some(({ missing }) => missing > 0)).map(entryWaiting),
    ...(trouble === undefined ? [] : [lookAtTrouble(trouble)]),
  ];
}

function moveWaiting({ id, state, kind, to, sums, needs, evidence, createdAt, changedAt }: Move): Waiting {
  const what = `${kind} of ${sums.map(({ currency, amount }) => `${amount} ${currency}`).join(', ')} to ${to}`;
  if (state === 'unknown') {
    const detail = evidence ?? 'Nobody knows what came of it.';
    return {
      kind: 'unknown',
      title: `Unknown ${what}`,
      detail,
      since: changedAt,
      command: `sluice treasury show ${shellWord(id)}`,
      page: 'treasury',
    };
  }
  return {
    kind: 'look',
    title: `Signature: ${what}`,
    detail: `${signedText(needs)}.`,
    since: createdAt,
    command: approveCommand('move', id),
    page: 'treasury',
  };
}

function entryWaiting({ name, currency, network, needs, requestedAt }: Entry): Waiting {
  const title = `Signature: address ${name}, ${currency} on ${network}`;
  return {
    kind: 'look',
    title,
    detail: `${signedText(needs)}.`,
    since: requestedAt,
    command: approveCommand('entry', name),
    page: 'treasury',
  };
}

function lookAtTrouble(trouble: string): Waiting {
  return {
    kind: 'look',
    title: 'The treasury can’t be read',
    detail: trouble,
    since: undefined,
    command: 'sluice treasury list',
    page: 'treasury',
  };
}

/** `rule small: BTC, 24 h`, and for a limit above which a rule begins, that it does. */
export function limitTitle({ rule, last, of, bound }: Treasury['limits'][number]): string {
  return `${rule}: ${of ?? 'all'}, ${last}${bound === 'above' ? ', decides above it' : ''}`;
}
