/** Whether what was typed is the amount, with or without grouping and zeros at its end. Without an amount nothing has to be typed. */
export function isTypedAmount(typed: string, amount: string | undefined): boolean {
  return amount === undefined || plain(typed) === plain(amount);
}

function plain(text: string): string {
  const bare = text.trim().replaceAll(',', '');
  return bare.includes('.') ? bare.replace(/\.?0+$/, '') : bare;
}
