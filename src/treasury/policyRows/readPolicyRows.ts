import { counted } from '../../base/counted.ts';
import { type Decimal, decimalFrom } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, instantOf } from '../../base/instant.ts';
import { MOVE_KINDS, type MoveKind } from '../../model/move.ts';
import type { BookEntry, PolicyRequest } from '../../policy/policyRequest.ts';
import { batchAmount } from '../batches/batchAmount.ts';
import { type BatchProblem, problemLines } from '../batches/batchProblem.ts';
import { batchSeparator } from '../batches/batchSeparator.ts';
import { batchText } from '../batches/batchText.ts';
import { type CsvRecord, csvRecords } from '../batches/csvRecords.ts';
import { lineProblem, openLine } from '../batches/lineProblem.ts';
import { type PolicyColumn, policyColumns } from './policyRowColumns.ts';

/** A payment that a policy is tried with. */
export interface PolicyRow {
  /** The line of the file, or which payment of its move it is. */
  readonly line: number;
  /** Undefined for one of a file. */
  readonly move: string | undefined;
  /** Whether money left, or may have. */
  readonly hasLeft: boolean;
  readonly request: PolicyRequest;
}

/** What is taken where a file has no such column, or the cell is empty. */
export interface PolicyRowDefaults {
  readonly kind: MoveKind;
  readonly initiator: string;
  readonly now: Instant;
}

/** Without them it is another payment. */
const UNSAFE: readonly PolicyColumn[] = ['amount', 'to', 'address', 'tag'];
const STATES = ['requested', 'cooling', 'allowed'] as const;

/**
 * Reads a CSV of payments that a policy is tried with: columns `kind`, `currency`, `into`, `amount`, `network`, `address`, `tag`, `to`, `labels`,
 * `state`, `proven`, `link`, `fee`, `initiator` and `at`, or those of a batch file. A row with `to` goes to an entry of the address book with
 * this name. Throws a `Fault` `invalid-request` that names everything that is wrong with the file.
 */
export function readPolicyRows(bytes: Uint8Array, defaults: PolicyRowDefaults): readonly PolicyRow[] {
  const text = batchText(bytes);
  const { records, faults } = csvRecords(text, batchSeparator(text));
  const problems: BatchProblem[] = faults.map((fault) => ({ ...fault, column: undefined, value: undefined }));
  const [heading, ...lines] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (heading === undefined) throw refused([{ line: 1, column: undefined, value: undefined, message: 'the file is empty' }]);
  const { places, problems: ofHeading } = policyColumns(heading);
  problems.push(...ofHeading);
  const open = openLine(text, records);
  const unsafe = [...places].flatMap(([heading, index]) => (UNSAFE.includes(heading) ? [{ index, heading }] : []));
  if (ofHeading.length === 0) problems.push(...lines.flatMap((line) => lineProblem(line, heading, open, unsafe) ?? []));
  const rows = ofHeading.length > 0 ? [] : lines.map((line) => rowOf(line, places, problems, defaults));
  if (problems.length > 0) throw refused(problems);
  return rows;
}

function refused(problems: readonly BatchProblem[]): Fault {
  return new Fault('invalid-request', `the file of payments has ${counted(problems.length, 'problem')}:\n${problemLines(problems)}`, {
    problems,
    suggestion: 'correct the lines; docs/policy.md names the columns',
  });
}

function rowOf(
  { line, cells }: CsvRecord,
  places: ReadonlyMap<PolicyColumn, number>,
  problems: BatchProblem[],
  defaults: PolicyRowDefaults,
): PolicyRow {
  const cell = (column: PolicyColumn): string | undefined => cells[places.get(column) ?? -1]?.trim() || undefined;
  /** The value of a cell; what is wrong with it goes among the problems. */
  const read = <T>(column: PolicyColumn, fallback: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = cell(column);
    const value = text === undefined ? fallback : parse(text);
    if (value !== undefined || text === undefined) return value as T;
    problems.push({ line, column, value: text, message: `must be ${expected}` });
    return fallback;
  };
  const amount = amountOf(cell('amount'), (message) => problems.push({ line, column: 'amount', value: cell('amount'), message }));
  const currency = read('currency', undefined, currencyFrom, 'a currency, like EUR');
  if (cell('currency') === undefined) problems.push({ line, column: 'currency', value: undefined, message: 'is missing' });
  const [network, address, name] = [cell('network'), cell('address'), cell('to')];
  const isNamed = network !== undefined || address !== undefined || name !== undefined;
  const entry: BookEntry | undefined =
    name === undefined
      ? undefined
      : {
          name,
          labels: cell('labels')?.split(/[\s;]+/) ?? [],
          state: read('state', 'allowed', oneOf(STATES), STATES.join(', ')),
          isProven: read('proven', 'yes', oneOf(['yes', 'no']), 'yes or no') === 'yes',
        };
  const destination = isNamed
    ? { currency: currency ?? '', network: network ?? '', address: address ?? name ?? '', tag: cell('tag') }
    : undefined;
  const request = {
    kind: read('kind', defaults.kind, oneOf(MOVE_KINDS), MOVE_KINDS.join(', ')),
    currency: currency ?? '',
    amount,
    fee: read<Decimal | undefined>('fee', undefined, feeFrom, 'a number, 0 or more'),
    destination,
    into: read('into', undefined, currencyFrom, 'a currency, like EUR'),
    entry,
    initiator: cell('initiator') ?? defaults.initiator,
    link: read('link', 'no', oneOf(['yes', 'no']), 'yes or no') === 'yes',
    at: read('at', defaults.now, instantOf, 'a time like 2026-11-23T09:00:00Z'),
  };
  return { line, move: undefined, hasLeft: true, request };
}

function amountOf(text: string | undefined, refuse: (message: string) => void): Decimal {
  const amount = text === undefined ? 'is missing' : batchAmount(text, 'crypto');
  if (typeof amount !== 'string') return amount;
  refuse(amount);
  return NONE;
}

/** In place of an amount that can't be read. Such a file is refused. */
const NONE = decimalFrom('1')!;

function currencyFrom(text: string): string | undefined {
  return /^[A-Za-z0-9]{1,20}$/.test(text) ? text.toUpperCase() : undefined;
}

function feeFrom(text: string): Decimal | undefined {
  const fee = decimalFrom(text);
  return fee?.gte(0) === true ? fee : undefined;
}

function oneOf<T extends string>(words: readonly T[]): (text: string) => T | undefined {
  return (text) => words.find((word) => word === text.toLowerCase());
}
