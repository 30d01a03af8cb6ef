import type { Scale } from '../base/sum.ts';
import type { Book } from '../model/book.ts';
import { lotScales } from '../model/lotScales.ts';
import type { Pair } from '../model/pair.ts';
import { BUY } from '../model/side.ts';
import type { Wallet, Wallets } from './wallets.ts';

/** One symbol at the venue. */
export class ModelMarket {
  readonly index: number = 0;
  readonly pair: Pair;
  readonly base: Wallet;
  readonly quote: Wallet;
  readonly perLot: Scale;
  readonly perTickLot: Scale;
  /** The last look at it. */
  book: Book | undefined = undefined;

  constructor(index: number, pair: Pair, wallets: Wallets) {
    this.index = index;
    this.pair = pair;
    this.base = wallets.wallet(pair.base);
    this.quote = wallets.wallet(pair.quote);
    const { perLot, perTickLot } = lotScales(pair, this.base.total.decimals, this.quote.total.decimals);
    this.perLot = perLot;
    this.perTickLot = perTickLot;
  }

  /** The wallet from which an order pays. */
  given(side: number): Wallet {
    return side === BUY ? this.quote : this.base;
  }
}
