import { z } from 'zod';
import type { Clock } from '../../src/base/clock.ts';
import type { Decimal } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { stringifyJson } from '../../src/base/json.ts';
import { exchange } from '../../src/contract/exchange.ts';
import type { Reply } from '../../src/contract/operation.ts';
import { type Answer, invalid, type RefusalAnswer, standard, value } from '../../src/simulator/answer.ts';
import { signatureAuthenticator } from '../../src/simulator/authentication.ts';
import { exchangeHandlers } from '../../src/simulator/exchangeHandlers.ts';
import { openFunding } from '../../src/simulator/funding/funding.ts';
import type { HttpAnswer, HttpCall } from '../../src/simulator/http/httpCall.ts';
import { Router } from '../../src/simulator/http/router.ts';
import { orderHandlers } from '../../src/simulator/orderHandlers.ts';
import { type LoggedRequest, RequestLog } from '../../src/simulator/requestLog.ts';
import { mountInterface } from '../../src/simulator/routes.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { Venue } from '../../src/simulator/venue.ts';
import { Replicas } from './replicas.ts';

export interface VenueModelOptions {
  readonly clock: Clock;
  readonly seed: string;
  readonly symbols: number;
  readonly conversionSpread: Decimal | undefined;
  readonly balances: Readonly<Record<string, Decimal>>;
  readonly behaviour: VenueBehaviour;
  /** How far the replica lags behind that a request for a list meets. */
  readonly staleMs: () => number;
  /** Why nothing is traded at this moment; undefined when all is well. */
  readonly haltedBecause: () => string | undefined;
  /** The least that an order of the symbol may hold at this moment, where that is more than usual. */
  readonly leastOf: (symbol: string) => Decimal | undefined;
}

type TradesReply = Reply<(typeof exchange)['trades.list']>;

/** The simulator's own parts put together so that a test sees behind them: its truth, and what its lists show of that. */
export class VenueModel {
  readonly venue: Venue;
  readonly replicas: Replicas;
  readonly log = new RequestLog();
  /** Errors inside the simulator: there must be none. */
  readonly failures: string[] = [];
  readonly key: string;
  readonly secret: string;
  readonly #router = new Router();
  readonly #rowTexts = new WeakMap<object, string>();

  constructor({ clock, seed, symbols, conversionSpread, balances, behaviour, staleMs, ...rules }: VenueModelOptions) {
    const options = { clock, seed, balances, behaviour, market: { symbols, conversionSpread, character: 'calm' } } as const;
    this.venue = new Venue(options);
    this.replicas = new Replicas(this.venue, staleMs);
    this.key = `key-${seed}`;
    const random = seededRandom(`${seed}/secret`);
    this.secret = Buffer.from(Array.from({ length: 32 }, () => random.int(256))).toString('base64');
    mountInterface(
      this.#router,
      {
        operations: exchange,
        handlers: this.#handlers(options, rules),
        authenticate: signatureAuthenticator(this.key, this.secret),
        rateLimit: undefined,
      },
      {
        clock,
        now: () => this.venue.now(),
        wallNow: () => this.venue.now(),
        catchUp: () => this.venue.catchUp(),
        log: this.log,
        fault: () => undefined,
        traceId: () => '00',
        failed: (message) => this.failures.push(message),
      },
    );
  }

  /** Answers at once: nothing in it waits. */
  answer(call: HttpCall): HttpAnswer {
    this.venue.catchUp();
    this.replicas.note();
    const answer = this.#router.route(call);
    if (answer === undefined || answer instanceof Promise) throw new Error(`${call.method} ${call.path} has no answer of its own`);
    this.replicas.note();
    return answer;
  }

  /** Every request that could change something, as it came. */
  get requests(): readonly LoggedRequest[] {
    return this.log.requests;
  }

  /** The same answer as text. A row is encoded once: it is listed in every round. */
  #written(answer: Answer<TradesReply>): Answer<TradesReply> {
    if (answer.type !== 'value') return answer;
    const { total, items } = answer.value;
    return { type: 'text', body: `{"total":${total},"items":[${items.map((row) => this.#textOf(row)).join(',')}]}` };
  }

  #textOf(row: TradesReply['items'][number]): string {
    let text = this.#rowTexts.get(row);
    if (text === undefined) {
      const alone = stringifyJson(z.encode(exchange['trades.list'].reply.body, { total: 1, items: [row] }));
      text = alone.slice(alone.indexOf('[') + 1, -2);
      this.#rowTexts.set(row, text);
    }
    return text;
  }

  #handlers(
    options: ConstructorParameters<typeof Venue>[0] & { readonly behaviour: VenueBehaviour },
    { haltedBecause, leastOf }: Pick<VenueModelOptions, 'haltedBecause' | 'leastOf'>,
  ): ReturnType<typeof exchangeHandlers> {
    const funding = openFunding(this.venue, options, () => undefined);
    const truth = exchangeHandlers(this.venue, funding, options.behaviour);
    // What lists show is not what is so.
    const lists = orderHandlers(this.replicas.face(), options.behaviour);
    const { exchange: market, user } = this.venue;
    const refused = (symbol: string, amount: Decimal): RefusalAnswer | undefined => {
      const reason = haltedBecause();
      if (reason !== undefined) return standard(reason, 'no orders are taken at this time');
      const least = leastOf(symbol);
      return least?.gt(amount) === true ? invalid({ amount: [`must be at least ${least.toFixed()}`] }) : undefined;
    };
    const symbolOf = (orderId: string): string => market.openOrder(user, orderId)?.symbol ?? '';
    return {
      ...truth,
      'orders.list': lists['orders.list'],
      'trades.list': (request, at, origin) => this.#written(lists['trades.list'](request, at, origin)),
      'orders.place': (request, at, origin) => refused(request.symbol, request.amount) ?? truth['orders.place'](request, at, origin),
      'orders.replace': (request, at, origin) =>
        refused(symbolOf(request.orderId), request.amount) ?? truth['orders.replace'](request, at, origin),
      'symbols.list': (request, at, origin) => {
        const answer = truth['symbols.list'](request, at, origin);
        if (answer instanceof Promise || answer.type !== 'value') return answer;
        const { total, data } = answer.value;
        return value({ total, data: data.map((row) => ({ ...row, minVolumeTrade: leastOf(row.symbol) ?? row.minVolumeTrade })) });
      },
    };
  }
}
