/** The first amount in a text such as `Sell 0.00999 BTC/EUR at 60766.14`: what a person types to show that it was read. */
export function amountIn(what: string): string | undefined {
  return /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/.exec(what)?.[0];
}

/** Whether what was typed is the amount, with or without grouping and zeros at its end. Without an amount nothing has to be typed. */
export function isTypedAmount(typed: string, what: string): boolean {
  const amount = amountIn(what);
  return amount === undefined || plain(typed) === plain(amount);
}

function plain(text: string): string {
  const bare = text.trim().replaceAll(',', '');
  return bare.includes('.') ? bare.replace(/\.?0+$/, '') : bare;
}
