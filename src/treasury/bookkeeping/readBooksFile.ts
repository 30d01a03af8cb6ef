import { type Decimal, decimalFrom } from '../../base/decimal.ts';
import { didYouMean } from '../../base/didYouMean.ts';
import { Fault } from '../../base/fault.ts';
import { shownValue } from '../../base/shownValue.ts';
import type { Path, Problem } from '../../settings/problem.ts';
import { problemReport } from '../../settings/report.ts';
import { readYaml, type TreeValue } from '../../settings/yamlTree.ts';
import { type Accounts, DEFAULT_ACCOUNTS } from './accounts.ts';

/** What a person says of the books: accounts, what transfers are, and prices that the books can't know. */
export interface BooksFile {
  readonly accounts: Accounts;
  /** Whether deposits and withdrawals are between accounts of the same owner. */
  readonly transfers: 'own' | 'others';
  /** The movements of which the opposite is true. */
  readonly except: ReadonlySet<string>;
  /** By the key of a movement. */
  readonly prices: ReadonlyMap<string, Decimal>;
}

export const DEFAULT_BOOKS: BooksFile = { accounts: DEFAULT_ACCOUNTS, transfers: 'own', except: new Set(), prices: new Map() };

const MEMBERS = ['accounts', 'transfers', 'except', 'prices'];
/** As both hledger and beancount take it. */
const ACCOUNT = /^(?:Assets|Liabilities|Equity|Income|Expenses)(?::(?:[A-Z0-9]|\{currency\})(?:[A-Za-z0-9-]|\{currency\})*)+$/;
const KEY = /^(?:opening|deposit|withdrawal|payment|adjustment|fill|fee|conversion) ./;

/** Reads the file of `--map`. Throws a `Fault` `configuration` that names everything that is wrong with it, by its place. */
export function readBooksFile(name: string, source: string): BooksFile {
  const tree = readYaml(source);
  const problems: Problem[] = [...tree.problems];
  const refuse: Refuse = (path, message, at = 'value') => {
    problems.push({ path, message, offset: at === 'name' ? tree.keyOffsetOf(path) : tree.offsetOf(path) });
  };
  const file = tree.readable ? booksOf(tree.value, refuse) : DEFAULT_BOOKS;
  if (problems.length === 0) return file;
  throw new Fault('configuration', problemReport({ name, source, tree }, problems), {
    suggestion: 'correct the file; docs/bookkeeping.md describes it',
  });
}

type Refuse = (path: Path, message: string, at?: 'name' | 'value') => void;

function booksOf(value: TreeValue, refuse: Refuse): BooksFile {
  if (value === null) return DEFAULT_BOOKS;
  const members = entriesOf([], value, refuse);
  const accounts: Record<string, string> = { ...DEFAULT_ACCOUNTS };
  let transfers: BooksFile['transfers'] = 'own';
  const [except, prices] = [new Set<string>(), new Map<string, Decimal>()];
  for (const [member, content] of members) {
    if (member === 'accounts')
      for (const [what, account] of entriesOf([member], content, refuse)) readAccount(accounts, what, account, refuse);
    else if (member === 'transfers') {
      if (content === 'own' || content === 'others') transfers = content;
      else refuse([member], `expected own or others, not ${shownValue(content)}`);
    } else if (member === 'except') {
      if (!Array.isArray(content)) refuse([member], 'expected a list of movements, like [withdrawal crypto 17]');
      else for (const [at, key] of (content as readonly TreeValue[]).entries()) if (isKey([member, at], key, refuse)) except.add(key);
    } else if (member === 'prices') {
      for (const [key, price] of entriesOf([member], content, refuse)) readPrice(prices, key, price, refuse);
    } else refuse([member], unknown(member, MEMBERS), 'name');
  }
  return { accounts: accounts as unknown as Accounts, transfers, except, prices };
}

function readAccount(accounts: Record<string, string>, what: string, account: TreeValue, refuse: Refuse): void {
  const path = ['accounts', what];
  if (!Object.hasOwn(DEFAULT_ACCOUNTS, what)) refuse(path, unknown(what, Object.keys(DEFAULT_ACCOUNTS)), 'name');
  else if (typeof account !== 'string' || !ACCOUNT.test(account)) {
    refuse(
      path,
      `expected an account like ${DEFAULT_ACCOUNTS[what as keyof Accounts]}, of Assets, Liabilities, Equity, Income or Expenses, not ${shownValue(account)}`,
    );
  } else accounts[what] = account;
}

function readPrice(prices: Map<string, Decimal>, key: string, text: TreeValue, refuse: Refuse): void {
  const price = typeof text === 'string' ? decimalFrom(text) : undefined;
  if (!isKey(['prices', key], key, refuse)) return;
  if (price?.gte(0) === true) prices.set(key, price);
  else refuse(['prices', key], `expected a price of 0 or more, like 61250.40, not ${shownValue(text)}`);
}

function isKey(path: Path, key: TreeValue, refuse: Refuse): key is string {
  const isGood = typeof key === 'string' && KEY.test(key);
  if (!isGood) refuse(path, `expected a movement like deposit crypto 17 or opening BTC, not ${shownValue(key)}`);
  return isGood;
}

function entriesOf(path: Path, value: TreeValue, refuse: Refuse): readonly (readonly [string, TreeValue])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  refuse(path, `expected names with values, not ${shownValue(value)}`);
  return [];
}

function unknown(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  return `is not known${near === undefined ? `: expected one of ${known.join(', ')}` : `: did you mean ${near}?`}`;
}
