/** What a strategy trades: one symbol, or several by the names under which it finds them. Exactly one of the two is given. */
export interface TradedMarkets {
  readonly symbol?: string | undefined;
  readonly markets?: Readonly<Record<string, string>> | undefined;
}

/** The symbols that a strategy trades, in the order of the settings. */
export function symbolsOf({ symbol, markets }: TradedMarkets): string[] {
  if (markets !== undefined) return Object.values(markets);
  return symbol === undefined ? [] : [symbol];
}

/** Whether one of the strategies has this name and trades this symbol. */
export function isTradedBy(
  strategies: readonly (TradedMarkets & { readonly name: string })[],
  { strategy, symbol }: { readonly strategy: string; readonly symbol: string },
): boolean {
  return strategies.some((one) => one.name === strategy && symbolsOf(one).includes(symbol));
}

/** What a strategy trades, for people: `BTC/EUR`, or `left ETH/EUR, right BTC/EUR`. */
export function tradedText({ symbol, markets }: TradedMarkets): string {
  if (markets === undefined) return symbol ?? '';
  return Object.entries(markets)
    .map(([name, one]) => marketText(one, name))
    .join(', ');
}

/** A symbol with the name that a strategy of several markets has for it. */
export function marketText(symbol: string, name: string | undefined): string {
  return name === undefined || name === symbol ? symbol : `${name} ${symbol}`;
}
