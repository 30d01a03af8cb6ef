import { ZERO } from '../../base/decimal.ts';
import type { Reply } from '../../contract/operation.ts';
import type { exchange } from '../../contract/exchange.ts';
import { plainAddress } from '../../model/plainAddress.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { HistoryRow, PaymentRow } from '../transferReads.ts';
import type { FiatRow } from './depositReads.ts';
import { bucketOf, type ReconcileLine } from './reconcileLine.ts';

export type AddressRow = Reply<(typeof exchange)['depositAddresses.list']>[number];

export interface DepositFacts {
  readonly fiat: readonly FiatRow[];
  readonly crypto: readonly HistoryRow[];
  /** Deposit addresses of the account. */
  readonly addresses: readonly AddressRow[];
  /** Payments of the processing interface, whose deposits may show here too. */
  readonly payments: readonly PaymentRow[];
  /** What earlier reads have seen of fiat deposits, by id or by reference, each oldest first. The first has what was announced. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>;
}

type Judgement = Pick<ReconcileLine, 'bucket' | 'isOpen' | 'why' | 'expected' | 'received' | 'belongsTo'>;

/** A line for each deposit to the exchange account (000 States). */
export function depositLines({ fiat, crypto, addresses, payments, sightings }: DepositFacts): readonly ReconcileLine[] {
  const own = new Map(addresses.map((row) => [placeOf(row.currency, row.address, row.destinationTag), row]));
  const byTransaction = new Map(
    payments.flatMap(({ id, transactionHash: hash }) => (hash === undefined || hash === '' ? [] : [[hash, id]])),
  );
  return [
    ...fiat.map((row) => fiatLine(row, (sightings.get(row.referenceId ?? '') ?? sightings.get(row.id))?.[0])),
    ...crypto.map((row) => cryptoLine(row, own, byTransaction.get(row.networkTransactionId ?? ''))),
  ];
}

function fiatLine(row: FiatRow, announced: Sighting | undefined): ReconcileLine {
  const { id, status, createdOn: at, currency, referenceId: reference } = row;
  return { kind: 'fiat deposit', id, reference, at, currency, status, ...judgeFiat(row, announced) };
}

/** The bank may bring another amount than was announced: the venue takes it (000 ViBAN deposit). */
function judgeFiat({ status, totalAmount }: FiatRow, announced: Sighting | undefined): Judgement {
  const expected = announced?.amount ?? totalAmount;
  if (status === 'Completed') {
    const bucket = bucketOf(expected, totalAmount);
    const why = bucket === 'matched' ? undefined : `${expected.toFixed()} was announced; the venue took what came`;
    return { bucket, isOpen: false, why, expected, received: totalAmount, belongsTo: undefined };
  }
  const isPending = status === 'Pending';
  const why = isPending ? 'it was announced and has not arrived' : `it is ${status}: what was sent goes back; ask the bank if it does not`;
  return { bucket: 'missing', isOpen: isPending, why, expected, received: ZERO, belongsTo: undefined };
}

function cryptoLine(row: HistoryRow, own: ReadonlyMap<string, AddressRow>, payment: string | undefined): ReconcileLine {
  const { id, status, createdOn: at, currency, networkTransactionId: reference } = row;
  return { kind: 'crypto deposit', id, reference, at, currency, status, ...judgeCrypto(row, own, payment) };
}

function judgeCrypto(row: HistoryRow, own: ReadonlyMap<string, AddressRow>, payment: string | undefined): Judgement {
  const { status, totalAmount, currency, destinationAddress = '', destinationAdditionalAddress, clientTag } = row;
  if (status !== 'Completed') {
    const isPending = status === 'Pending';
    const why = isPending ? 'the network has not confirmed it yet' : `it is ${status}: ask the venue`;
    return { bucket: 'missing', isOpen: isPending, why, expected: totalAmount, received: ZERO, belongsTo: undefined };
  }
  const address = own.get(placeOf(currency, destinationAddress, destinationAdditionalAddress));
  const belongsTo = payment ?? (address === undefined ? undefined : (address.clientTag ?? destinationAddress));
  if (belongsTo !== undefined) {
    return { bucket: 'matched', isOpen: false, why: undefined, expected: totalAmount, received: totalAmount, belongsTo };
  }
  const tag = clientTag === undefined || clientTag === '' ? '' : `, client tag ${clientTag}`;
  const why = `it came to ${destinationAddress || 'an address that is not named'}${tag}, which is not among our addresses: an old address, or somebody else's coin`;
  return { bucket: 'orphan', isOpen: true, why, expected: ZERO, received: totalAmount, belongsTo: undefined };
}

function placeOf(currency: string, address: string, tag: string | undefined): string {
  return `${currency} ${plainAddress(address)} ${tag ?? ''}`;
}
