import type { z } from 'zod';
import type { balance, orderBook, pairStatistics, tradingPair } from '../contract/exchange.ts';

export type VenuePair = z.output<typeof tradingPair>;
export type VenueBook = z.output<typeof orderBook>;
export type VenueStatistics = z.output<typeof pairStatistics>;
export type VenueBalance = z.output<typeof balance>;

/** What commands read from the venue, whichever way it is reached. */
export interface Venue {
  readonly via: 'daemon' | 'direct';
  pairs(): Promise<readonly VenuePair[]>;
  /** `depth` levels a side, best first. */
  book(symbol: string, depth: number): Promise<VenueBook>;
  statistics(): Promise<readonly VenueStatistics[]>;
  balances(): Promise<readonly VenueBalance[]>;
  close(): Promise<void>;
}
