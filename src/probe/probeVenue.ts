import { randomBytes } from 'node:crypto';
import { sleep } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { Fault, type FaultCode, isFault, messageOf } from '../base/fault.ts';
import { readSteadily } from '../client/readSteadily.ts';
import { seededRandom } from '../base/random.ts';
import { Secret } from '../base/secret.ts';
import { ulid } from '../base/ulid.ts';
import { createSigner } from '../client/signer.ts';
import { accountAlone } from '../daemon/accountAlone.ts';
import { accountRefusals } from '../daemon/accountRefusals.ts';
import { assertNoKillFile } from '../daemon/killFile.ts';
import { type OneShotOptions, storeInTurn } from '../daemon/oneShot.ts';
import { readBook } from '../daemon/readBook.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { accountLists } from '../gateway/accountLists.ts';
import { readPairs } from '../gateway/pairList.ts';
import type { Report } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import type { Store } from '../store/store.ts';
import { venueHabits } from '../daemon/venueAccess.ts';
import { askAccess } from './accessQuestions.ts';
import { type Finding, judged } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { askLists, askTrades } from './listQuestions.ts';
import { askOrders } from './orderQuestions.ts';
import { type LeftOver, ProbeOrders, type ProbeOrdersOptions } from './probeOrders.ts';
import { type ProbePlan, probePlan, reasonAgainst } from './probePlan.ts';
import { provenCodesOf } from './provenCodesOf.ts';
import type { ReadContext } from './questionContext.ts';
import { askRefusals } from './refusalQuestions.ts';
import type { Wire } from './wire.ts';

export interface ProbeOptions extends OneShotOptions {
  readonly wire: Wire;
  readonly secret: Secret;
  /** The pair to place orders of. Without it, the first that the configuration trades, else the first that the venue lists. */
  readonly symbol: string | undefined;
  readonly amount: Decimal | undefined;
  readonly signal: AbortSignal;
  readonly tell: (finding: Finding) => void;
  readonly say: (message: string) => void;
  /** Asked once, with what would be placed, before anything is. Rejects where the person does not agree. Without it, nothing is placed. */
  readonly agree: ((plan: ProbePlan) => Promise<void>) | undefined;
}

export interface Probed {
  readonly findings: readonly Finding[];
  readonly learned: Knowledge;
  readonly left: LeftOver;
  /** Why it ended before all questions were asked. */
  readonly ended: unknown;
}

const WRONG_SECRET_BYTES = 32;
const IDLE_WITHIN_MS = 15_000;
const NOTHING: LeftOver = { open: [], unresolved: [] };

/** What would be placed. Nothing but the pairs and a book are read. */
export async function planOf(options: Pick<ProbeOptions, 'settings' | 'venue' | 'symbol' | 'amount' | 'onTrouble'>): Promise<ProbePlan> {
  const { venue, amount, onTrouble } = options;
  return planFor(options, await readPairs(venue.client, onTrouble), amount);
}

/**
 * Asks a venue all questions, those that place nothing first. Orders go through the account's journal, whose owner this is meanwhile; an order that an
 * earlier probe has left is canceled first. Whatever happens, what was placed is canceled in the end.
 */
export async function probeVenue(options: ProbeOptions): Promise<Probed> {
  const { settings, state } = options;
  const paths = statePaths(state, settings);
  assertNoKillFile(paths.killFile);
  const store = await storeInTurn({ ...options, paths });
  try {
    return await withStore(options, store);
  } finally {
    await store.close();
  }
}

/** What a venue may do to a request. All else is about this machine, or a person's word, and ends the probe. */
const OF_THE_VENUE: readonly FaultCode[] = [
  'network',
  'timeout',
  'rate-limited',
  'unauthorized',
  'refused',
  'unreadable-reply',
  'echo-mismatch',
  'venue-failure',
  'unknown-outcome',
  'not-found',
  'check-failed',
];

async function withStore(options: ProbeOptions, store: Store): Promise<Probed> {
  const { settings, state, clock, venue, signal, say, onTrouble, agree } = options;
  const { killFile } = statePaths(state, settings);
  const fatal = Promise.withResolvers<never>();
  fatal.promise.catch(() => undefined);
  const news: Report[] = [];
  let plan: ProbePlan | undefined;
  const account = accountAlone(
    store,
    options,
    { post: (body) => void (body.type === 'report' && news.push(body.report)), onFatal: (fault) => fatal.reject(fault) },
    (command) => {
      assertNoKillFile(killFile);
      return plan === undefined ? 'nothing was agreed to' : reasonAgainst(plan, command);
    },
  );
  const guarded = <T>(work: Promise<T>): Promise<T> => Promise.race([work, fatal.promise]);
  try {
    const steadily = <T>(read: () => Promise<T>): Promise<T> => readSteadily(read, clock, signal, OF_THE_VENUE);
    const pairs = await steadily(() => readPairs(venue.client, onTrouble));
    await guarded(steadily(() => account.begin(pairs)));
    await account.balances().catch((error: unknown) => onTrouble(`the balances could not be read: ${messageOf(error)}`));
    const asked = readContext(options, store);
    const found = agree && (await planFor(options, pairs, options.amount));
    if (found !== undefined) await agree?.(found);
    plan = found;
    const orders = plan && ordersOf(options, store, { account, plan, takeNews: () => news.splice(0) });
    const ended = await guarded(askAll(asked.context, orders)).catch((error: unknown) => error);
    if (signal.aborted) say('ended: canceling what was placed');
    const left = orders === undefined ? NOTHING : await guarded(orders.clean());
    const { learned } = asked.context;
    learned.refusals = provenCodesOf(accountRefusals(settings, statePaths(state, settings), clock, onTrouble).all());
    return { findings: asked.findings, learned, left, ended };
  } finally {
    account.close();
    const patience = new AbortController();
    await Promise.race([account.idle(), sleep(clock, IDLE_WITHIN_MS, patience.signal).catch(() => undefined)]);
    patience.abort();
  }
}

function ordersOf(
  { settings, venue, clock, wire, signal, say }: ProbeOptions,
  { journal }: Store,
  given: Pick<ProbeOrdersOptions, 'account' | 'plan' | 'takeNews'>,
): ProbeOrders {
  const random = seededRandom(randomBytes(16).toString('hex'));
  const lists = accountLists(venue.client, venueHabits(settings).firstPage);
  return new ProbeOrders({ ...given, journal, lists, clock, wire, signal, say, newId: () => ulid(clock.now(), random) });
}

async function askAll(context: ReadContext, orders: ProbeOrders | undefined): Promise<undefined> {
  // What an earlier probe has left behind, when it was killed or the venue was silent.
  const isClear = orders !== undefined && (await answered(context, 'orders', () => orders.clearUp()));
  await answered(context, 'access', askAccess);
  await answered(context, 'refusals', askRefusals);
  await answered(context, 'lists', askLists);
  if (isClear) await answered(context, 'orders', () => askOrders({ ...context, orders, plan: orders.plan }));
  await answered(context, 'trades', askTrades);
  return undefined;
}

/** An answer that can't be used, or never came, is a finding, and ends only those questions that would have come after it in this group. */
async function answered(context: ReadContext, name: string, ask: (context: ReadContext) => Promise<void>): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await ask(context);
    return true;
  } catch (error) {
    if (!isFault(error) || !OF_THE_VENUE.includes(error.code) || context.signal.aborted) throw error;
    const document = { says: 'an answer that can be read', section: '000 Errors 1' };
    context.tell(judged({ question: `${name}-answered`, asked: `all questions about ${name}`, document }, error.message, false));
    return false;
  }
}

function readContext(options: ProbeOptions, store: Store): { readonly context: ReadContext; readonly findings: readonly Finding[] } {
  const { venue, wire, secret, clock, signal, tell } = options;
  const findings: Finding[] = [];
  const wrong = new Secret(randomBytes(WRONG_SECRET_BYTES).toString('base64'));
  const context: ReadContext = {
    client: venue.client,
    wire,
    signer: createSigner({ key: venue.key, secret }),
    wrongSigner: createSigner({ key: venue.key, secret: wrong }),
    fillLog: store.fillLog,
    clock,
    signal,
    tell: (finding) => {
      findings.push(finding);
      tell(finding);
    },
    learned: {},
  };
  return { context, findings };
}

async function planFor(
  { settings, venue, symbol }: Pick<ProbeOptions, 'settings' | 'venue' | 'symbol'>,
  pairs: readonly Pair[],
  amount: Decimal | undefined,
): Promise<ProbePlan> {
  const wanted = symbol ?? settings.risk.symbols?.[0] ?? Object.values(settings.strategies)[0]?.symbol;
  const pair = wanted === undefined ? pairs[0]! : pairs.find((one) => one.symbol === wanted);
  if (pair === undefined) {
    throw new Fault('usage', `the venue does not list ${wanted}`, { suggestion: 'name one of `sluice pairs` with --symbol' });
  }
  return probePlan(pair, await readBook(venue.client, pair, 5), amount);
}
