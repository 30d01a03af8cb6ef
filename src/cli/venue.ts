import type { z } from 'zod';
import type { balance } from '../contract/exchange/balances.ts';
import type { conversionQuote, conversionRow } from '../contract/exchange/conversion.ts';
import type { orderBook, pairStatistics, tradingPair } from '../contract/exchange/markets.ts';
import type { listedOrder } from '../contract/exchange/orders.ts';
import type { ControlReply } from '../control/contract/controlReplies.ts';
import type { DeskOrderStatus } from '../daemon/status.ts';
import type { ConversionSize } from '../model/conversion.ts';

export type VenuePair = z.output<typeof tradingPair>;
export type VenueBook = z.output<typeof orderBook>;
export type VenueStatistics = z.output<typeof pairStatistics>;
export type VenueBalance = z.output<typeof balance>;
export type VenueOrder = z.output<typeof listedOrder>;
export type VenueConversion = z.output<typeof conversionRow>;
export type VenueQuote = z.output<typeof conversionQuote>;

/** What commands read from the venue, however it is reached. */
export interface Venue {
  readonly via: 'daemon' | 'direct';
  pairs(): Promise<readonly VenuePair[]>;
  /** `depth` levels per side, best first. */
  book(symbol: string, depth: number): Promise<VenueBook>;
  statistics(): Promise<readonly VenueStatistics[]>;
  balances(): Promise<readonly VenueBalance[]>;
  /** Newest first. */
  openOrders(): Promise<readonly VenueOrder[]>;
  /** By the id of each open order, the strategy that placed it, as far as a daemon knows. */
  orderStrategies(): Promise<Readonly<Record<string, string>>>;
  /** Our own live orders, as a running daemon knows them without asking. Undefined where no daemon runs. */
  liveOrders(): Promise<ControlReply<'orders.live'> | undefined>;
  /** What the desk of a running daemon keeps. Undefined where no daemon runs. */
  deskOrders(): Promise<readonly DeskOrderStatus[] | undefined>;
  /** Newest first. */
  conversions(limit: number): Promise<readonly VenueConversion[]>;
  /** An offer that binds nobody until it is executed. */
  quote(fromCurrency: string, toCurrency: string, size: ConversionSize): Promise<VenueQuote>;
  close(): Promise<void>;
}
