import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Conversion } from '../../src/model/conversion.ts';
import { NO_HISTORY } from '../../src/engine/historyFold.ts';
import type { ExecutedSum } from '../../src/model/fill.ts';
import type { PositionEntry } from '../../src/model/positionEntry.ts';
import type { Intent } from '../../src/model/intent.ts';
import { START } from './builders.ts';
import type { BoundOrder, FillLog, IntentOutcome, Journal, LoggedFill, StateStore } from '../../src/model/journal.ts';

/** The ports in their plainest form, written without a look at the tables: what the real store must agree with. */
export class MemoryStore {
  readonly #intents = new Map<string, Intent>();
  readonly #orders = new Map<string, BoundOrder>();
  readonly #fills = new Map<string, LoggedFill>();
  readonly #conversions = new Map<string, Conversion>();
  readonly #entries: PositionEntry[] = [];
  readonly #watermarks = new Map<string, number>();
  readonly #marked = new Set<string>();
  readonly #references = new Map<string, readonly string[]>();
  readonly #states = new Map<string, Map<string, string>>();
  #epoch = 1;

  readonly journal: Journal = {
    begin: async (intent) => {
      const all = [...this.#intents.values()];
      if (all.some((known) => known.id === intent.id)) throw new Fault('store', 'journalled before');
      if (all.some((known) => known.kind === intent.kind && known.decision === intent.decision)) {
        throw new Fault('refused', 'journalled before');
      }
      if (intent.kind !== 'cancel' && all.some((known) => known.lane === intent.lane && known.kind !== 'cancel' && isUnresolved(known))) {
        throw new Fault('lane-frozen', 'lane');
      }
      const rest = { sentAt: undefined, gaveUpAt: undefined, resolvedAt: undefined, venueId: undefined, evidence: undefined };
      const { references = [], ...known } = intent;
      this.#references.set(intent.id, references);
      this.#intents.set(intent.id, {
        ...known,
        ...rest,
        state: 'sending',
        refusal: undefined,
        isFoundLate: false,
        begunEpoch: this.#epoch,
      });
    },
    beginSettled: async (intent, outcome) => {
      await this.journal.begin(intent);
      this.#settle(intent.id, outcome);
    },
    markSent: (id) => {
      const intent = this.#intents.get(id);
      if (intent !== undefined) this.#marked.add(id);
    },
    settle: async (id, outcome) => this.#settle(id, outcome),
    unresolved: async () => [...this.#intents.values()].filter(isUnresolved).sort(byAge),
    get: async (id) => this.#intents.get(id),
    list: async (limit) => [...this.#intents.values()].sort((a, b) => byAge(b, a)).slice(0, limit),
    aimedAt: async (orderId) => [...this.#intents.values()].filter((intent) => intent.targetId === orderId).sort(byAge),
    aimedAtOrdersOf: async (intentId) =>
      [...this.#intents.values()].filter(({ targetId = '' }) => this.#orders.get(targetId)?.intentId === intentId).sort(byAge),
    tombstones: async (lane, since) =>
      [...this.#intents.values()]
        .filter(({ state, kind }) => (state === 'rejected' || state === 'not-sent') && (kind === 'place' || kind === 'replace'))
        .filter((intent) => intent.lane === lane && intent.createdAt >= since)
        .sort((a, b) => byAge(b, a)),
    withReference: async (reference) =>
      [...this.#intents.values()].filter(({ id }) => this.#references.get(id)!.includes(reference)).sort((a, b) => byAge(b, a)),
    referenced: async (references) =>
      new Map(
        references.flatMap((one) => {
          const ids = [...this.#intents.keys()].filter((id) => this.#references.get(id)!.includes(one));
          return ids.length === 0 ? [] : [[one, ids] as const];
        }),
      ),
    transfers: async (since) =>
      [...this.#intents.values()].filter(({ kind, createdAt }) => kind === 'transfer' && createdAt >= since).sort((a, b) => byAge(b, a)),
    notDone: async (kind, since) =>
      [...this.#intents.values()]
        .filter(({ state }) => state === 'rejected' || state === 'not-sent')
        .filter((intent) => intent.kind === kind && intent.resolvedAt! >= since)
        .sort((a, b) => byAge(b, a)),
    boundTo: async (id) =>
      [...this.#intents.values()]
        .filter(({ kind, venueId }) => kind === 'transfer' && venueId?.split(',').includes(id) === true)
        .sort(byAge),
    placedBy: async (strategy, since) =>
      [...this.#intents.values()]
        .filter((intent) => intent.kind === 'place' && intent.strategy === strategy && intent.createdAt >= since)
        .sort((a, b) => byAge(b, a)),
    converted: async (venueIds) =>
      [...this.#intents.values()].filter(({ kind, venueId }) => kind === 'convert' && venueId !== undefined && venueIds.includes(venueId)),
    placements: async (shape, from, to) =>
      [...this.#intents.values()]
        .filter(({ state, kind }) => (state === 'acknowledged' || state === 'adopted') && kind === 'place')
        .filter(({ createdAt, fingerprint }) => createdAt >= from && createdAt <= to && fingerprint.startsWith(shape))
        .sort(byAge),
    bindExtra: async (order) => {
      const known = this.#orders.get(order.orderId);
      if (known?.intentId === order.intentId) return;
      if (known !== undefined || !this.#intents.has(order.intentId)) throw new Fault('store', 'bound elsewhere, or to nothing');
      this.#orders.set(order.orderId, order);
      this.#own(order);
    },
    openOrders: async () =>
      [...this.#orders.values()]
        .filter((order) => order.closedAt === undefined)
        .sort((a, b) => a.openedAt - b.openedAt || (a.orderId < b.orderId ? -1 : 1)),
    order: async (orderId) => this.#orders.get(orderId),
    closeOrder: async (orderId, end, at) => {
      const order = this.#orders.get(orderId);
      if (order === undefined) throw new Fault('not-found', 'no such order');
      if (order.closedAt === undefined) this.#orders.set(orderId, { ...order, closedAt: at, end });
    },
  };

  readonly fillLog: FillLog = {
    record: async (fills, watermark) => {
      const next = new Map(this.#fills);
      const isNew = fills.map((fill) => recordInto(next, fill));
      for (const [id, fill] of next) this.#fills.set(id, fill);
      if (watermark !== undefined) {
        this.#watermarks.set(watermark.symbol, Math.max(watermark.at, this.#watermarks.get(watermark.symbol) ?? watermark.at));
      }
      return isNew;
    },
    fills: async (filter) =>
      newestFirst([...this.#fills.values()], (logged) => logged.fill.tradedAt)
        .filter(({ fill }) => filter.symbol === undefined || fill.symbol === filter.symbol)
        .filter(({ fill }) => filter.strategy === undefined || fill.strategy === filter.strategy)
        .filter(({ fill }) => filter.orderId === undefined || fill.orderId === filter.orderId)
        .filter(({ fill }) => fill.tradedAt >= (filter.from ?? -Infinity) && fill.tradedAt <= (filter.to ?? Infinity))
        .slice(0, filter.limit),
    past: async () => ({ ...NO_HISTORY, until: Number.MIN_SAFE_INTEGER }),
    pastAt: async () => ({ ...NO_HISTORY, until: Number.MIN_SAFE_INTEGER }),
    executed: async (intentIds) => {
      const executedBy = (id: string): ExecutedSum =>
        [...this.#fills.values()]
          .filter(({ fill }) => fill.intentId === id)
          .reduce((sum, { fill: { price, amount } }) => ({ amount: sum.amount.plus(amount), value: sum.value.plus(price.times(amount)) }), {
            amount: dec('0'),
            value: dec('0'),
          });
      return new Map(intentIds.map((id) => [id, executedBy(id)]));
    },
    conversionsSince: async (since) =>
      [...this.#conversions.values()].filter(({ executedAt }) => executedAt >= since).sort((a, b) => a.executedAt - b.executedAt),
    history: async function* (this: FillLog, since) {
      const all = (await this.fills({ from: since })).map(({ fill }) => fill).reverse();
      for (let i = 0; i < all.length; i += 2) yield all.slice(i, i + 2);
    },
    has: async (ids) => new Set(ids.filter((id) => this.#fills.has(id))),
    recordConversion: async (conversion) => {
      const known = this.#conversions.get(conversion.id);
      if (known === undefined) {
        this.#conversions.set(conversion.id, conversion);
        return true;
      }
      const same = known.fromAmount.eq(conversion.fromAmount) && known.toAmount.eq(conversion.toAmount) && known.rate.eq(conversion.rate);
      if (!same || known.fromCurrency !== conversion.fromCurrency || known.toCurrency !== conversion.toCurrency) {
        throw new Fault('store', 'differs');
      }
      const { intentId, strategy } = known.intentId === undefined && conversion.intentId !== undefined ? conversion : known;
      this.#conversions.set(known.id, { ...known, intentId, strategy });
      return false;
    },
    conversions: async (limit) => newestFirst([...this.#conversions.values()], (row) => row.executedAt).slice(0, limit),
    recordEntry: async (entry) => {
      const isThere = (one: PositionEntry): boolean =>
        one.id === entry.id ||
        (entry.cause === 'opening' && one.cause === 'opening' && one.strategy === entry.strategy && one.symbol === entry.symbol);
      if (this.#entries.some(isThere)) return false;
      this.#entries.push(entry);
      return true;
    },
    entriesSince: async (since) => this.#entries.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at),
    openings: async () => this.#entries.filter(({ cause }) => cause === 'opening'),
    watermark: async (symbol) => this.#watermarks.get(symbol),
  };

  readonly state: StateStore = {
    load: async (scope) => Object.fromEntries(this.#states.get(scope) ?? []),
    save: async (scope, key, value) => {
      this.#states.set(scope, (this.#states.get(scope) ?? new Map<string, string>()).set(key, value));
    },
  };

  /** What the end of the process and a new start leave. */
  restart(at: number): void {
    this.#epoch++;
    for (const intent of this.#intents.values()) {
      if (intent.state !== 'sending') continue;
      if (!this.#marked.has(intent.id)) {
        const evidence = 'the process ended before the first byte of it could leave';
        this.#intents.set(intent.id, { ...intent, state: 'not-sent', resolvedAt: at, evidence, settledEpoch: this.#epoch });
        continue;
      }
      const evidence = 'the process ended while it was being sent';
      this.#intents.set(intent.id, { ...intent, state: 'unknown', gaveUpAt: at, sentAt: at, evidence, settledEpoch: this.#epoch });
    }
  }

  #settle(id: string, outcome: IntentOutcome): void {
    const intent = this.#intents.get(id);
    const moves = [
      'sending>acknowledged',
      'sending>rejected',
      'sending>not-sent',
      'sending>unknown',
      'unknown>adopted',
      'unknown>rejected',
    ];
    moves.push('unknown>not-sent', 'unknown>quarantined', 'quarantined>adopted', 'quarantined>rejected', 'quarantined>not-sent');
    moves.push('rejected>adopted', 'not-sent>adopted');
    if (intent === undefined || !moves.includes(`${intent.state}>${outcome.state}`)) throw new Fault('internal', 'move');
    const { order, replaced } = outcome;
    const binds = outcome.state === 'acknowledged' || outcome.state === 'adopted';
    const places = intent.kind === 'place' || intent.kind === 'replace';
    if ((order !== undefined) !== (binds && places)) throw new Fault('internal', 'order');
    if (replaced !== undefined && (intent.kind !== 'replace' || intent.targetId !== replaced)) throw new Fault('internal', 'replaced');
    const known = order === undefined ? undefined : this.#orders.get(order.orderId);
    if (known !== undefined && known.orderId !== replaced) throw new Fault('store', 'bound to another');
    const old = replaced === undefined ? undefined : this.#orders.get(replaced);
    if (old !== undefined && old.orderId !== order?.orderId && old.closedAt === undefined) {
      this.#orders.set(old.orderId, { ...old, closedAt: outcome.at, end: 'canceled' });
    }
    if (order !== undefined) {
      const closed = known?.closedAt === undefined ? {} : { closedAt: known.closedAt, end: known.end };
      this.#orders.set(order.orderId, { ...order, ...closed });
      this.#own(order);
    }
    const sentAt = intent.sentAt ?? (this.#marked.has(id) ? START + 1000 : undefined);
    const settled = {
      ...intent,
      sentAt,
      state: outcome.state,
      venueId: order?.orderId ?? outcome.venueId,
      evidence: outcome.evidence ?? intent.evidence,
    };
    const isFoundLate = intent.state === 'rejected' || intent.state === 'not-sent';
    const gaveUpAt = outcome.state === 'unknown' ? outcome.at : intent.gaveUpAt;
    const first = { state: intent.state, at: intent.resolvedAt ?? intent.gaveUpAt ?? NaN, evidence: intent.evidence };
    const next = { state: outcome.state, at: outcome.at, evidence: outcome.evidence };
    this.#intents.set(id, {
      ...settled,
      gaveUpAt,
      isFoundLate,
      verdicts: intent.state === 'sending' ? undefined : [...(intent.verdicts ?? [first]), next],
      resolvedAt: isUnresolved(settled) ? undefined : outcome.at,
      settledEpoch: this.#epoch,
    });
  }

  #own({ orderId, intentId, strategy, tag }: BoundOrder): void {
    for (const [fillId, logged] of this.#fills) {
      if (logged.fill.orderId !== orderId || logged.fill.intentId !== undefined) continue;
      this.#fills.set(fillId, { ...logged, fill: { ...logged.fill, intentId, strategy, tag } });
    }
  }
}

function isUnresolved(intent: Intent): boolean {
  return intent.state === 'sending' || intent.state === 'unknown' || intent.state === 'quarantined';
}

function byAge(a: Intent, b: Intent): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

function newestFirst<T>(rows: readonly T[], timeOf: (row: T) => number): T[] {
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => timeOf(b.row) - timeOf(a.row) || b.at - a.at)
    .map(({ row }) => row);
}

function recordInto(fills: Map<string, LoggedFill>, logged: LoggedFill): boolean {
  const known = fills.get(logged.fill.id);
  if (known === undefined) {
    fills.set(logged.fill.id, logged);
    return true;
  }
  const seen = ({ fill }: LoggedFill): string => {
    const { receivedAt: _receivedAt, intentId: _intentId, strategy: _strategy, tag: _tag, ...rest } = fill;
    return JSON.stringify(rest);
  };
  if (seen(known) !== seen(logged)) throw new Fault('store', 'differs');
  const { intentId, strategy, tag } = known.fill.intentId === undefined && logged.fill.intentId !== undefined ? logged.fill : known.fill;
  fills.set(logged.fill.id, { ...known, fill: { ...known.fill, intentId, strategy, tag } });
  return false;
}
