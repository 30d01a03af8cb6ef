import { type Instant, isoOf } from '../../base/instant.ts';
import type { Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';
import { everyPage } from '../everyPage.ts';
import type { PaymentRow, PayoutRow } from '../transferReads.ts';
import type { Ask, Texts } from './ask.ts';

export type WalletRow = Reply<(typeof processing)['paymentAddresses.search']>[number];

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
    (skip, take) => ask('paymentIntents.search', { ...textsOf(terms), ...paged(skip, take) }),
    ({ id }) => id,
    most,
  );
}

/** Payouts that fit, newest first. */
export function readPayouts(ask: Ask<'processing'>, terms: SearchTerms, most = Infinity): Promise<readonly PayoutRow[]> {
  return everyPage(
    (skip, take) => ask('payouts.search', { ...textsOf(terms), ...paged(skip, take) }),
    ({ id }) => id,
    most,
  );
}

/** Permanent addresses that fit, newest first. */
export function readWallets(ask: Ask<'processing'>, filter: Texts, most = Infinity): Promise<readonly WalletRow[]> {
  return everyPage(
    (skip, take) => ask('paymentAddresses.search', { ...filter, ...paged(skip, take) }),
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

function paged(skip: number, take: number): Texts {
  return { skip: String(skip), take: String(take) };
}
