import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import { newHash } from '../newHash.ts';
import type { Venue } from '../venue.ts';
import type { AddressBook } from './addressBook.ts';
import type { CryptoLedger, CryptoTransaction } from './cryptoLedger.ts';
import { payIn } from './fundsMoves.ts';

/** Money that somebody outside the venue sends to an address. */
export interface SentCrypto {
  readonly address: string;
  readonly tag: string | undefined;
  readonly amount: Decimal;
  /** True when it comes from this venue itself: then there is no source address (000 Crypto transaction). */
  readonly isInternal?: boolean | undefined;
}

/** Crypto currency that arrives at the account's addresses. It is pending until the network has confirmed it, and costs no fee. */
export class CryptoDeposits {
  readonly #venue: Venue;
  readonly #addresses: AddressBook;
  readonly #ledger: CryptoLedger;
  readonly #random: Random;
  readonly #confirmMs: number;

  constructor(venue: Venue, addresses: AddressBook, ledger: CryptoLedger, random: Random, confirmMs: number) {
    this.#venue = venue;
    this.#addresses = addresses;
    this.#ledger = ledger;
    this.#random = random;
    this.#confirmMs = confirmMs;
  }

  /** Undefined when the account has no such address with this tag. */
  receive({ address, tag, amount, isInternal = false }: SentCrypto, at: Instant): CryptoTransaction | undefined {
    const target = this.#addresses.find(address, tag);
    if (target === undefined) return undefined;
    const transaction = this.#ledger.add({
      type: 'Receive',
      currency: target.currency,
      network: target.network,
      createdAt: at,
      gross: amount,
      net: amount,
      destinationAddress: address,
      destinationTag: target.tag,
      sourceAddress: isInternal ? undefined : target.network.format.make(this.#random),
      referenceId: undefined,
      clientTag: target.clientTag,
      batchId: undefined,
      networkTransactionId: newHash(this.#random),
    });
    const { agenda, steps } = this.#venue;
    agenda.at(at + this.#confirmMs, (due) => steps.take('deposits', transaction.id, due, (when) => this.complete(transaction, when)));
    return transaction;
  }

  /** Does nothing when the deposit has already ended. */
  complete(transaction: CryptoTransaction, at: Instant): void {
    if (transaction.status !== 'Pending') return;
    transaction.status = 'Completed';
    transaction.updatedAt = at;
    payIn(this.#venue, transaction);
  }

  /** Nothing is credited, as when a review has found something. Does nothing when the deposit has already ended. */
  decline(transaction: CryptoTransaction, at: Instant): void {
    if (transaction.status !== 'Pending') return;
    transaction.status = 'Declined';
    transaction.updatedAt = at;
  }
}
