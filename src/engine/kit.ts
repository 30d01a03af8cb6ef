/** All that a strategy may import: as `#kit` in this repository, and as `sluice` elsewhere. */
export { Decimal, dec } from '../base/decimal.ts';
export { isoOf, type Instant } from '../base/instant.ts';
export type { Random } from '../base/random.ts';
export {
  ADX,
  ATR,
  BollingerBands,
  CCI,
  DEMA,
  DonchianChannels,
  HMA,
  KeltnerChannels,
  LinearRegression,
  MACD,
  MOM,
  ROC,
  RSI,
  SMA,
  StochasticOscillator,
  StochasticRSI,
  SuperTrend,
  TEMA,
  WilliamsR,
  WMA,
} from 'trading-signals';
export { EMA } from '../market/ema.ts';
export { ZScore } from '../market/zScore.ts';
export type { BookView } from '../market/bookView.ts';
export type { Candle } from '../market/candle.ts';
export type { OrderFlow } from '../market/orderFlow.ts';
export type { DeskOrder, DeskOrderEnd, DeskOrderKind, DeskOrderState, WorkedKind, WorkedProgress } from '../model/deskOrder.ts';
export type { Balance } from '../model/balance.ts';
export type { OfferedQuote } from '../model/conversion.ts';
export type { MarketWarning, Report } from '../model/event.ts';
export type { Fill } from '../model/fill.ts';
export type { Side } from '../model/grid.ts';
export type { Order } from '../model/order.ts';
export type { Pair } from '../model/pair.ts';
export type { PairStatistics } from '../model/statistics.ts';
export type {
  ExitOrder,
  NewOrder,
  OrderChange,
  OrderRequest,
  OrderSize,
  OrderTerms,
  PlainOrder,
  WorkedOrder,
} from './deskOrders/newOrder.ts';
export type { EntrySums } from './entrySums.ts';
export { p, type ParamShape, type ParamValues } from './params.ts';
export type { Position } from './portfolio.ts';
export type { Schedule } from '../model/schedule.ts';
export type { Candles, Indicator, Used } from './signals/bars.ts';
export {
  strategy,
  type ConversionRequest,
  type Deal,
  type StrategyContext,
  type StrategyDefinition,
  type StrategyHandlers,
  type StrategyIntent,
  type StrategyMarket,
  type StrategyStreams,
  type WantedQuote,
} from './strategy.ts';
