import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { DeskOrder } from './deskOrder.ts';
import type { StopCause, TradingScope, TradingState } from './tradingStop.ts';

/** What the engine tells people and recorders. A notice never goes to the venue and is never answered. */
export type Notice =
  /** A risk check or a rule refused something before it was sent. */
  | {
      readonly type: 'refused';
      readonly strategy: string;
      readonly symbol: string | undefined;
      /** A stable reason code, such as `price-collar`. */
      readonly rule: string;
      readonly message: string;
      readonly intentId: string | undefined;
    }
  | { readonly type: 'strategy-stopped'; readonly strategy: string; readonly reason: string }
  | { readonly type: 'strategy-state'; readonly strategy: string; readonly state: 'running' | 'paused' | 'stopped' }
  | { readonly type: 'log'; readonly strategy: string; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  /** What a strategy wants people to look at. */
  | { readonly type: 'alert'; readonly strategy: string; readonly message: string }
  | { readonly type: 'plot'; readonly strategy: string; readonly name: string; readonly value: number }
  /** A leg of a trade or a part of a worked order is about to be sent: what one unit given would bring by the quote and by the book, all-in. */
  | {
      readonly type: 'leg';
      readonly intentId: string;
      readonly quote: Decimal | undefined;
      readonly book: Decimal | undefined;
      /** The worked order whose part it is. `book`, and what one unit would bring at the mid, are those of its arrival. Told again after a restart. */
      readonly of?: {
        readonly id: string;
        readonly at: Instant;
        readonly mid: Decimal;
        readonly fromCurrency: string;
        readonly toCurrency: string;
      };
    }
  /** A deal that was to be executed in the best way is over. */
  | {
      readonly type: 'trade';
      readonly tradeId: string;
      readonly strategy: string;
      /** `part`: not all of it was done. `compared`: it was only to be looked at. */
      readonly outcome: 'done' | 'part' | 'nothing' | 'compared';
      readonly fromCurrency: string;
      readonly toCurrency: string;
      readonly gave: Decimal;
      readonly brought: Decimal;
      /** Why it ended, or what each way would have given. */
      readonly message: string;
      /** What each way would have given, decision by decision. */
      readonly compared: readonly string[];
    }
  /** A worked order is done. */
  | { readonly type: 'worked'; readonly order: DeskOrder }
  /** State that a strategy wants to find again after a restart. */
  | { readonly type: 'save-state'; readonly strategy: string; readonly state: string }
  | { readonly type: 'halted'; readonly reason: string }
  /** Another configuration is in force. With `problem`, it is not, and everything is as before. */
  | { readonly type: 'reloaded'; readonly revision: number; readonly config: string; readonly problem: string | undefined }
  /** A stop was set or lifted. When it was lifted, the state is `active` as far as its cause goes. */
  | {
      readonly type: 'trading';
      readonly scope: TradingScope;
      readonly state: TradingState;
      readonly cause: StopCause;
      readonly reason: string;
      /** When it ends by itself. Undefined when a person must lift it. */
      readonly until: Instant | undefined;
    };
