/** Parsers of command-line values; each throws an `Error` that says what was expected. */

export function textValue(text: string): string {
  if (text.trim() === '') throw new Error('expected a text');
  return text;
}

export function wholeValue(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`expected a whole number from ${min} to ${max}`);
    return value;
  };
}

/** `BASE/QUOTE`, in capitals as venues write it. */
export function symbolValue(text: string): string {
  if (!/^[A-Za-z0-9]{1,20}\/[A-Za-z0-9]{1,20}$/.test(text)) throw new Error('expected a trading pair, like BTC/EUR');
  return text.toUpperCase();
}

/** `CUR=AMOUNT`, repeatable: amounts by currency, as text. */
export function balanceValue(text: string, previous: unknown): Readonly<Record<string, string>> {
  const [, currency, amount] = /^([A-Za-z][A-Za-z0-9]{0,19})=(\d{1,30}(?:\.\d{1,30})?)$/.exec(text) ?? [];
  if (currency === undefined || amount === undefined) throw new Error('expected CURRENCY=AMOUNT, like EUR=100000');
  return { ...(previous as Record<string, string> | undefined), [currency.toUpperCase()]: amount };
}
