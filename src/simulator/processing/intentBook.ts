import type { PaymentIntent } from './paymentIntent.ts';

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
  readonly #byAddress = new Map<string, PaymentIntent[]>();
  readonly #wallets: PermanentAddress[] = [];

  add(intent: PaymentIntent): void {
    this.#intents.set(intent.id, intent);
  }

  /** From now on, deposits to the intent's address belong to the intent. */
  listen(intent: PaymentIntent): void {
    const { address, additionalAddress: tag } = intent;
    const others = this.#byAddress.get(keyOf(address, tag));
    if (others === undefined) this.#byAddress.set(keyOf(address, tag), [intent]);
    else others.push(intent);
  }

  intent(id: string): PaymentIntent | undefined {
    return this.#intents.get(id.toLowerCase());
  }

  /** The last intent that got the address, whatever has become of it. */
  at(address: string, tag: string | undefined): PaymentIntent | undefined {
    return this.allAt(address, tag).at(-1);
  }

  /** The intents that got the address, oldest first. A permanent address may have several. */
  allAt(address: string, tag: string | undefined): readonly PaymentIntent[] {
    return this.#byAddress.get(keyOf(address, tag)) ?? [];
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
}

function keyOf(address: string | undefined, tag: string | undefined): string {
  return `${address ?? ''} ${tag ?? ''}`;
}
