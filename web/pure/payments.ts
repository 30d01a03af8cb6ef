import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import { groupedFigure } from './figures.ts';
import type { StateLook } from './treasury.ts';
import { shellWord } from './shellWord.ts';

export type Payments = Exclude<ControlReply<'payments.list'>, { readonly missing: string }>;
export type Payment = Payments['payments'][number];
export type OpenLine = Payments['open'][number];
export type TimelineEntry = ControlReply<'payments.show'>['timeline'][number];

/** The days that can be looked at. */
export const DAYS = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['31', '31 days'],
] as const;

export type Days = (typeof DAYS)[number][0];

/** How a status of a payment or a payout looks. One that is not known is shown plainly, in the venue's word. */
export function statusLook(status: string): StateLook {
  if (status === 'ManualActionRequired') return { kind: 'call', sign: '◆', word: 'waits for a person' };
  if (status === 'Failed' || status === 'Cancelled') return { kind: 'bad', sign: '✕', word: status };
  if (/complete/i.test(status)) return { kind: 'ok', sign: '✓', word: status };
  return { kind: 'plain', sign: '○', word: status };
}

/** `1,234.5 USDT`; a dash where it is not known. */
export function sumText(amount: string | undefined, currency: string | undefined): string {
  return amount === undefined ? '–' : `${groupedFigure(amount)} ${currency ?? ''}`.trim();
}

/** The commands in a text, which stand between backticks there, and the text without them. */
export function commandsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/`(sluice [^`]+)`/g), ([, command]) => command!);
}

/** A text for people, with its commands as plain words. */
export function plainWords(text: string): string {
  return text.replaceAll('`', '');
}

/** What a person does about a line that does not fit: what its reason names, else the command that shows it. */
export function wayOut({ kind, id, belongsTo, why = '' }: Pick<OpenLine, 'kind' | 'id' | 'belongsTo' | 'why'>): readonly string[] {
  const named = commandsIn(why);
  if (named.length > 0) return named;
  if (kind === 'payout') return [`sluice pay payouts show ${shellWord(id)}`];
  return [`sluice pay intents show ${shellWord(kind === 'payment' ? id : (belongsTo ?? id))}`];
}

/** The payment whose story tells more of a line. Undefined for what belongs to none. */
export function paymentOf({ kind, id, belongsTo }: Pick<OpenLine, 'kind' | 'id' | 'belongsTo'>): string | undefined {
  return kind === 'payment' ? id : kind === 'payout' ? undefined : belongsTo;
}

const TIMES = { venue: 'the venue’s time', seen: 'first seen here', sent: 'sent from here' } as const;

/** Whose time it is. */
export function timeOf(time: TimelineEntry['time']): string {
  return TIMES[time];
}
