import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';
import type { Environment } from '../settings/secrets.ts';
import type { Sightings } from '../store/sightingStore.ts';
import { decodedAsk } from '../treasury/payments/decodedAsk.ts';
import type { TimelineEntry } from '../treasury/payments/intentTimeline.ts';
import { readPayment, timelineOf } from '../treasury/payments/paymentRecord.ts';
import type { PaymentSources } from '../treasury/payments/paymentSources.ts';
import { type PaymentSide, readPaymentSide } from '../treasury/payments/readPaymentSide.ts';
import type { ReconcileLine } from '../treasury/payments/reconcileLine.ts';
import { NO_DEPOSITS, reconcilePayments } from '../treasury/payments/reconcilePayments.ts';
import { type RefundRow, refundRows } from '../treasury/payments/refundRows.ts';
import type { PaymentRow, PayoutRow } from '../treasury/transferReads.ts';
import { transfersIn } from '../treasury/transfersIn.ts';
import type { InterfaceClients } from './interfaceClients.ts';
import { interfaceAccount } from './interfaceAccount.ts';
import { paymentJournal, type PaymentPlace } from './paymentStore.ts';
import { sightingsOrNone } from './sightingsOrNone.ts';

export interface PaymentViewsOptions extends PaymentPlace {
  readonly clients: Pick<InterfaceClients, 'call'>;
  /** Names the account at the payment interface. */
  readonly env: Environment;
  readonly clock: Clock;
  /** The most rows of a list. */
  readonly most?: number | undefined;
}

/** What the payment interface shows of some days. */
export interface PaymentOverview {
  readonly host: string;
  readonly from: Instant;
  readonly readAt: Instant;
  /** Newest first, as are all lists. */
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly payouts: readonly PayoutRow[];
  /** What does not fit, so that somebody has to look. */
  readonly open: readonly ReconcileLine[];
  /** What could not be told. */
  readonly notes: readonly string[];
}

interface OpenedSightings {
  readonly sightings: Promise<Sightings>;
  /** Why they are not known, where they are not. */
  readonly notes: readonly string[];
  users: number;
}

/** So many rows are read in two requests, and compared within some milliseconds. */
const MOST = 1000;

/** Looks at payments for people. It only reads: what a person decides goes another way. */
export class PaymentViews {
  readonly #options: PaymentViewsOptions;
  #opened: OpenedSightings | undefined;

  constructor(options: PaymentViewsOptions) {
    this.#options = options;
  }

  /** Rejects with `configuration` where no account is named, and with `usage` where the days have more than can be shown. */
  async overview(days: number, gone: AbortSignal): Promise<PaymentOverview> {
    const { clock, env, most = MOST } = this.#options;
    const { host } = new URL(interfaceAccount('processing', env).url);
    const notes: string[] = [];
    return this.#with(gone, notes, async (sources) => {
      const readAt = clock.now();
      const from = readAt - days * DAY_MS;
      const side = await readPaymentSide(sources, { from, to: readAt + DAY_MS }, most);
      assertWhole(side, from, most);
      const { payments, payouts, sent } = side;
      const { lines } = reconcilePayments({ ...side, deposits: NO_DEPOSITS });
      return {
        host,
        from,
        readAt,
        payments: payments.payments,
        refunds: refundRows(payments.payments, sent),
        payouts,
        open: lines.filter(({ isOpen }) => isOpen),
        notes: [...notes, ...cutLists(side, most)],
      };
    });
  }

  /** One payment and what happened to it. */
  story(id: string, gone: AbortSignal): Promise<{ readonly row: PaymentRow; readonly timeline: readonly TimelineEntry[] }> {
    return this.#with(gone, [], async (sources) => {
      const row = await readPayment(sources, id);
      return { row, timeline: await timelineOf(sources, row) };
    });
  }

  async #with<T>(gone: AbortSignal, notes: string[], use: (sources: PaymentSources) => Promise<T>): Promise<T> {
    const { clients, clock, env } = this.#options;
    const { database: path, server } = paymentJournal('processing', env, this.#options);
    const ask = decodedAsk('processing', async (operation, params) => {
      return (await clients.call({ interface: 'processing', operation, params }, gone)).bytes;
    });
    const opened = this.#open(path);
    try {
      const sightings = await opened.sightings;
      notes.push(...opened.notes);
      return await use({ ask, sightings, sent: (look) => transfersIn({ path, server, clock }, look), clock });
    } finally {
      await this.#release(opened);
    }
  }

  /** Views that are made at the same time share one, since each that waits for a lock of its file keeps a thread from the journal. */
  #open(path: string): OpenedSightings {
    if (this.#opened === undefined) {
      const notes: string[] = [];
      const sightings = sightingsOrNone(
        () => path,
        this.#options.clock,
        (message) => notes.push(message),
      );
      this.#opened = { sightings, notes, users: 0 };
    }
    this.#opened.users++;
    return this.#opened;
  }

  /** The last one closes it, so that one that could not be opened is tried again with the next view. */
  async #release(opened: OpenedSightings): Promise<void> {
    if (--opened.users > 0) return;
    this.#opened = undefined;
    await (await opened.sightings).close();
  }
}

/** What was not read would show as something that the venue does not have. */
function assertWhole({ payments, payouts }: PaymentSide, from: Instant, most: number): void {
  const isCut = payments.known.length >= most && (payments.known.at(-1)?.createdOn ?? 0) >= from;
  if (!isCut && payouts.length < most) return;
  throw new Fault('usage', `days: these have ${most} or more ${isCut ? 'payments' : 'payouts'}, more than are shown here`, {
    suggestion: 'look at fewer days, or compare a month with `sluice treasury reconcile --month YYYY-MM`',
  });
}

function cutLists({ payments: { known, wallets } }: PaymentSide, most: number): string[] {
  const only = (count: number, what: string): string[] =>
    count < most
      ? []
      : [`only the newest ${most} ${what} were read: a deposit to an earlier address may show as one that nobody had asked for`];
  return [...only(known.length, 'payments'), ...only(wallets.length, 'permanent addresses')];
}
