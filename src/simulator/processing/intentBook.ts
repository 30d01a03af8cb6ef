import { heldBy, type PaymentIntent } from './paymentIntent.ts';

/** A permanent address of one account of the merchant (001 Single-address wallet). */
export interface PermanentAddress {
  readonly currency: string;
  readonly networkCode: string;
  readonly accountId: string;
  readonly address: string;
  readonly tag: string | undefined;
  readonly tagType: string;
  readonly callbackUrl: string | undefined;
}

/** All intents and permanent addresses of the merchant. */
export class IntentBook {
  readonly #intents = new Map<string, PaymentIntent>();
  readonly #byAddress = new Map<string, PaymentIntent>();
  readonly #wallets: PermanentAddress[] = [];

  add(intent: PaymentIntent): void {
    this.#intents.set(intent.id, intent);
  }

  /** From now on, deposits to the intent's address belong to the intent. */
  listen(intent: PaymentIntent): void {
    this.#byAddress.set(keyOf(intent.address, intent.additionalAddress), intent);
  }

  intent(id: string): PaymentIntent | undefined {
    return this.#intents.get(id.toLowerCase());
  }

  /** The intent that got the address, whatever has become of it. */
  at(address: string, tag: string | undefined): PaymentIntent | undefined {
    return this.#byAddress.get(keyOf(address, tag));
  }

  /** Newest first. */
  intents(): readonly PaymentIntent[] {
    return [...this.#intents.values()].toReversed();
  }

  addWallet(wallet: PermanentAddress): void {
    this.#wallets.push(wallet);
  }

  /** Newest first. */
  wallets(): readonly PermanentAddress[] {
    return this.#wallets.toReversed();
  }

  walletOf(currency: string, networkCode: string, accountId: string): PermanentAddress | undefined {
    return this.#wallets.find(
      (wallet) => wallet.currency === currency && wallet.networkCode === networkCode && wallet.accountId === accountId,
    );
  }

  walletAt(address: string, tag: string | undefined): PermanentAddress | undefined {
    return this.#wallets.find((wallet) => wallet.address === address && wallet.tag === tag);
  }

  /** The ledger's accounts of all intents. */
  holders(): readonly string[] {
    return [...this.#intents.values()].map(heldBy);
  }
}

function keyOf(address: string | undefined, tag: string | undefined): string {
  return `${address ?? ''} ${tag ?? ''}`;
}
