import type { Decimal } from '../base/decimal.ts';

/** The fees of networks that have changed since the venue opened, by currency and network. */
export class NetworkFees {
  readonly #changed = new Map<string, Decimal>();

  /** The fee of one transaction now; `usual` is the one of the catalog. */
  of(currency: string, networkCode: string, usual: Decimal): Decimal {
    return this.#changed.get(`${currency} ${networkCode}`) ?? usual;
  }

  change(currency: string, networkCode: string, fee: Decimal): void {
    this.#changed.set(`${currency} ${networkCode}`, fee);
  }
}
