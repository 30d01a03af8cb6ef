import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Output } from '../engine/engineState.ts';
import { BookView } from '../market/bookView.ts';
import type { Book } from '../model/book.ts';
import type { Event, OperatorOrder, Report } from '../model/event.ts';
import { amountOf } from '../model/grid.ts';
import type { Notice } from '../model/notice.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { KeptOrders } from './keptOrders.ts';
import { SessionReader, type Tear } from './sessionReader.ts';

/** The best prices when something was decided. A side without a level is undefined. */
export interface TopOfBook {
  readonly symbol: string;
  readonly bid: Decimal | undefined;
  readonly bidAmount: Decimal | undefined;
  readonly ask: Decimal | undefined;
  readonly askAmount: Decimal | undefined;
  readonly receivedAt: Instant;
}

type Talk = Extract<Notice, { readonly type: 'log' | 'alert' | 'plot' }>;

/** One thing in a session that belongs to a decision, from the book before it to the order's end. */
export type ChainStep = { readonly at: Instant; readonly event: number } & (
  | { readonly kind: 'operator'; readonly order: OperatorOrder }
  | { readonly kind: 'book'; readonly book: TopOfBook }
  | { readonly kind: 'signal'; readonly talk: Talk }
  | { readonly kind: 'kept'; readonly text: string }
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'refused'; readonly decision: Decision }
  | { readonly kind: 'report'; readonly report: Report }
);

export interface ChainSearch {
  /** Ids of intents, orders and conversions. While the session is read, the ids that it ties to them are added. */
  readonly ids: ReadonlySet<string>;
  /** Nothing after this time belongs to them. */
  readonly until: Instant;
  /** The engine that runs along. What its strategies log and plot shows what they saw in the book. */
  readonly decide?: ((event: Event) => readonly Output[]) | undefined;
  readonly progress?: ((share: number, events: number) => void) | undefined;
}

export interface SessionChain {
  /** In the order of the session. */
  readonly steps: readonly ChainStep[];
  /** All ids that belong together. */
  readonly ids: ReadonlySet<string>;
  readonly events: number;
  /** The numbers of the reloads, each with the event that has put it into force. */
  readonly reloads: readonly { readonly event: number; readonly revision: number }[];
  /** Set when a part of the session could not be read. */
  readonly tear: Tear | undefined;
}

const TELL_EVERY = 5000;
/** This many requests for quotes are remembered until one of them is accepted. */
const MOST_REQUESTS = 100;

/** Reads everything in a session that has to do with some ids. */
export function chainOfSession(folder: string, { ids: given, until, decide, progress }: ChainSearch): SessionChain {
  const reader = new SessionReader(folder);
  const ids = new Set(given);
  const books = new Map<string, Book>();
  const kept = new KeptOrders();
  const requests = new Map<string, ChainStep[]>();
  const steps: ChainStep[] = [];
  const reloads: { event: number; revision: number }[] = [];
  let events = 0;
  for (const { event, decisions } of reader.steps()) {
    if (event.at > until) break;
    if (++events % TELL_EVERY === 0) progress?.(reader.readBytes / reader.totalBytes, events);
    const outputs = decide?.(event) ?? [];
    if (event.type === 'reload') reloads.push({ event: event.sequence, revision: event.revision });
    if (event.type === 'book') books.set(event.book.symbol, event.book);
    const about = stepAbout(event, ids, requests);
    if (about !== undefined) steps.push(about);
    steps.push(...keptBy(event, decisions, ids, kept));
    if (decisions !== '') steps.push(...decidedOn(event, decisions, { ids, books, requests, outputs }));
  }
  return { steps, ids, events, reloads, tear: reader.tear };
}

/** What is new of orders that the desk keeps. It comes first, since it ties what is decided at that moment to them. */
function keptBy(event: Event, decisions: string, ids: Set<string>, kept: KeptOrders): ChainStep[] {
  if (event.type === 'pairs') kept.pairs(event.pairs);
  const states = event.type === 'restored' ? Object.entries(event.states ?? {}) : [];
  const saved = decisions.includes('save-state') ? decisionsOf(decisions).filter(({ type }) => type === 'save-state') : [];
  const all = [...states, ...saved.map(({ strategy, state }) => [String(strategy), String(state)] as const)];
  const texts = all.flatMap(([key, text]) => kept.saved(key, text, ids));
  return texts.map((text) => ({ at: event.at, event: event.sequence, kind: 'kept', text }));
}

/** The event itself, when it is a report on one of the ids or a person's order for one of them. */
function stepAbout(event: Event, ids: Set<string>, requests: Map<string, ChainStep[]>): ChainStep | undefined {
  const { at, sequence } = event;
  if (event.type === 'operator') {
    // What a check refuses of it is known by the intent alone.
    return isTied(idsOf(event.order), ids) ? { at, event: sequence, kind: 'operator', order: event.order } : undefined;
  }
  if (event.type !== 'report') return undefined;
  const { report } = event;
  const step: ChainStep = { at, event: sequence, kind: 'report', report };
  if (report.type === 'quoted') requests.get(report.requestId)?.push(step);
  return isTied(idsOf(report), ids) ? step : undefined;
}

interface Seen {
  readonly ids: Set<string>;
  readonly books: ReadonlyMap<string, Book>;
  readonly requests: Map<string, ChainStep[]>;
  readonly outputs: readonly Output[];
}

/** The commands about one of the ids, with what their strategy saw and what else of it was refused at that moment. */
function decidedOn({ at, sequence }: Event, text: string, { ids, books, requests, outputs }: Seen): ChainStep[] {
  const isNamed = [...ids].some((id) => text.includes(id));
  if (!isNamed && !text.includes('request-quote')) return [];
  const all = decisionsOf(text);
  const step = { at, event: sequence };
  for (const decision of all) if (decision.type === 'request-quote') remember(requests, { ...step, kind: 'decided', decision });
  const mine = all.filter((decision) => 'decidedAt' in decision && isAbout(idsOf(decision), ids));
  // What a person asked for has an id even where a check refused it, so that no command came of it.
  const about = [...mine, ...all.filter((decision) => decision.type === 'refused' && isAbout(idsOf(decision), ids))];
  if (about.length === 0) return [];
  const strategies = new Set(about.map(({ strategy }) => strategy));
  const symbols = new Set(about.map(({ symbol }) => symbol));
  const refused = all.filter(({ type, strategy }) => type === 'refused' && strategies.has(strategy));
  const shown = [...symbols].flatMap((symbol) => books.get(String(symbol)) ?? []);
  return [
    ...mine.flatMap(({ requestId }) => requests.get(String(requestId)) ?? []),
    ...shown.map((book): ChainStep => ({ ...step, kind: 'book', book: topOf(book) })),
    ...outputs.filter(isTalk).flatMap((talk): ChainStep[] => (strategies.has(talk.strategy) ? [{ ...step, kind: 'signal', talk }] : [])),
    ...mine.map((decision): ChainStep => ({ ...step, kind: 'decided', decision })),
    ...refused.map((decision): ChainStep => ({ ...step, kind: 'refused', decision })),
  ];
}

function remember(requests: Map<string, ChainStep[]>, step: ChainStep & { readonly kind: 'decided' }): void {
  requests.set(String(step.decision['requestId']), [step]);
  if (requests.size > MOST_REQUESTS) requests.delete(requests.keys().next().value!);
}

function isTalk(output: Output): output is Talk {
  return output.type === 'log' || output.type === 'alert' || output.type === 'plot';
}

/** The intents, orders and conversions that it names. Executions and quotes are named through them. */
function idsOf(named: object): readonly string[] {
  const { intentId, orderId, newOrderId, fill, conversion } = named as Readonly<Record<string, unknown>>;
  const nested = [fill, conversion].flatMap((each) => (each === undefined ? [] : idsOf(each as object)));
  return [intentId, orderId, newOrderId, ...nested].filter((id): id is string => typeof id === 'string');
}

/** Whether it is about one of the ids. All that it names belongs to them from then on. */
function isTied(named: readonly string[], ids: Set<string>): boolean {
  if (!isAbout(named, ids)) return false;
  for (const id of named) ids.add(id);
  return true;
}

function isAbout(named: readonly string[], ids: ReadonlySet<string>): boolean {
  return named.some((id) => ids.has(id));
}

function topOf(book: Book): TopOfBook {
  const { bids, asks, grid, symbol, receivedAt } = book;
  const view = new BookView(book);
  return {
    symbol,
    bid: view.bestBid,
    bidAmount: bids.length > 0 ? amountOf(grid, bids.bestLots) : undefined,
    ask: view.bestAsk,
    askAmount: asks.length > 0 ? amountOf(grid, asks.bestLots) : undefined,
    receivedAt,
  };
}
