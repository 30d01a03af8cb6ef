import { type Instant, isoOf } from '../../base/instant.ts';
import type { Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';
import type { PaymentRow, PayoutRow } from '../transferReads.ts';
import type { Ask, Texts } from './ask.ts';

export type WalletRow = Reply<(typeof processing)['paymentAddresses.search']>[number];

/** 001 Limits. */
const TAKE = 500;

/** The conditions of a search, apart from its pages (001 Endpoints). */
export interface SearchTerms {
  readonly customOrderId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Payments that fit, newest first. `most`: no more are read than that. */
export function readPayments(ask: Ask<'processing'>, terms: SearchTerms, most = Infinity): Promise<readonly PaymentRow[]> {
  return everyPage(
    (page) => ask('paymentIntents.search', { ...textsOf(terms), ...page }),
    ({ id }) => id,
    most,
  );
}

/** Payouts that fit, newest first. */
export function readPayouts(ask: Ask<'processing'>, terms: SearchTerms, most = Infinity): Promise<readonly PayoutRow[]> {
  return everyPage(
    (page) => ask('payouts.search', { ...textsOf(terms), ...page }),
    ({ id }) => id,
    most,
  );
}

/** Permanent addresses that fit, newest first. */
export function readWallets(ask: Ask<'processing'>, filter: Texts, most = Infinity): Promise<readonly WalletRow[]> {
  return everyPage(
    (page) => ask('paymentAddresses.search', { ...filter, ...page }),
    ({ address, tag, networkCode, currency, accountId }) => [address, tag, networkCode, currency, accountId].join(' '),
    most,
  );
}

function textsOf({ customOrderId, accountId, from, to }: SearchTerms): Texts {
  return {
    ...(customOrderId === undefined ? {} : { customOrderId }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(from === undefined ? {} : { createdDateFrom: isoOf(from) }),
    ...(to === undefined ? {} : { createdDateTo: isoOf(to) }),
  };
}

/** What arrives meanwhile pushes known rows onto the next page: each counts once, and the first reading of it. */
async function everyPage<T>(read: (page: Texts) => Promise<readonly T[]>, keyOf: (row: T) => string, most: number): Promise<readonly T[]> {
  const rows = new Map<string, T>();
  const take = Math.min(TAKE, most);
  for (let skip = 0; ; skip += take) {
    const page = await read({ skip: String(skip), take: String(take) });
    for (const row of page) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    if (page.length < take || rows.size >= most) return [...rows.values()].slice(0, most);
  }
}
