/** The accounts of the books, by what they are for. `{currency}` stands for the currency of the posting. */
export interface Accounts {
  readonly wallet: string;
  readonly fees: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly payments: string;
  readonly adjustments: string;
  readonly opening: string;
  readonly gains: string;
  /** Takes the other side of gains: the wallet is booked at its prices, not at its cost. */
  readonly gainsAgainst: string;
}

export const DEFAULT_ACCOUNTS: Accounts = {
  wallet: 'Assets:Venue:{currency}',
  fees: 'Expenses:Fees',
  deposits: 'Equity:Deposits',
  withdrawals: 'Equity:Withdrawals',
  payments: 'Income:Payments',
  adjustments: 'Equity:Adjustments',
  opening: 'Equity:Opening-Balances',
  gains: 'Income:Gains',
  gainsAgainst: 'Equity:Gains',
};

/** The account of a posting in a currency. */
export function accountFor(accounts: Accounts, what: keyof Accounts, currency: string): string {
  return accounts[what].replaceAll('{currency}', currency);
}
