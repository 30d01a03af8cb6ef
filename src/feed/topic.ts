import { LIVE } from '../settings/feedServer.ts';

/** What the messages of a stream are about. The part of their subject behind the stream's name says it. */
export const HELLO = 'hello';
export const STATISTICS = 'statistics';
const BOOK = 'book.';
const WARNING = 'warning.';
/** Warnings about all pairs. */
const ALL = 'all';
const ALL_SYMBOLS = '*';

export type Topic =
  | { readonly about: 'hello' | 'statistics' }
  /** `symbol` is `*` where a warning is about all pairs. */
  | { readonly about: 'book' | 'warning'; readonly symbol: string };

/** The subjects of a symbol are made of its two currencies, which have letters and digits only. */
export function bookTopic(symbol: string): string {
  return `${BOOK}${symbol.replace('/', '-')}`;
}

export function warningTopic(symbol: string): string {
  return `${WARNING}${symbol === ALL_SYMBOLS ? ALL : symbol.replace('/', '-')}`;
}

/** Whatever a stream has stored the server gives on under subjects that begin with this, to all who listen. */
export function liveSubject(stream: string): string {
  return `${LIVE}.${stream}`;
}

/** Undefined for what this version does not know. */
export function topicOf(text: string): Topic | undefined {
  if (text === HELLO || text === STATISTICS) return { about: text };
  const about = text.startsWith(BOOK) ? 'book' : text.startsWith(WARNING) ? 'warning' : undefined;
  if (about === undefined) return undefined;
  const rest = text.slice(about.length + 1);
  if (about === 'warning' && rest === ALL) return { about, symbol: ALL_SYMBOLS };
  return /^[A-Za-z0-9]{1,20}-[A-Za-z0-9]{1,20}$/.test(rest) ? { about, symbol: rest.replace('-', '/') } : undefined;
}

/** Where a message stands: in which life of a publisher, and its number among those of its subject, from 0. */
export interface Place {
  readonly run: string;
  readonly sequence: number;
}

/** By it the server knows a message that was sent twice. */
export function messageId({ run, sequence }: Place, topic: string): string {
  return `${run}:${sequence}:${topic}`;
}

export function placeOf(id: string): Place | undefined {
  const [, run, sequence] = /^([0-9A-Za-z]{1,40}):(\d{1,15}):/.exec(id) ?? [];
  return run === undefined ? undefined : { run, sequence: Number(sequence) };
}
