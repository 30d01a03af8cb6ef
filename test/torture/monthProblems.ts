import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { auditLog } from '../../src/cli/auditLog.ts';
import type { Truth } from '../../src/simulator/truth.ts';
import { auditLine, checkAuditFile } from '../../src/treasury/audit/auditFile.ts';
import { ChainCheck } from '../../src/treasury/audit/chainCheck.ts';
import { DEFAULT_ACCOUNTS } from '../../src/treasury/bookkeeping/accounts.ts';
import { exportLedger } from '../../src/treasury/bookkeeping/exportLedger.ts';
import { makeStatement } from '../../src/treasury/statements/makeStatement.ts';
import type { Statement } from '../../src/treasury/statements/statement.ts';
import { checked, CHECKERS } from '../treasury/bookkeeping/checkers.ts';
import type { MoveBench } from '../treasury/moves/moveBench.ts';

export interface MonthProblems {
  readonly count: number;
  readonly checkers: readonly string[];
  readonly problems: readonly string[];
}

/** Each of so many bytes of the exported audit log is changed by one bit. */
const FLIPS = 100;
const PAGE = 100;
const OUTGOING: ReadonlySet<string> = new Set(['withdrawal', 'batch', 'payout']);

/** What is wrong with the books and records at the end of a month. */
export async function monthProblems(bench: MoveBench, folder: string): Promise<MonthProblems> {
  const truth = bench.transfers.simulator.truth();
  const statement = await statementOf(bench, truth);
  const { checkers, problems } = await exportProblems(bench, folder);
  return {
    count: statement.currencies.flatMap(({ lines }) => lines.filter(({ cause }) => cause !== 'fee' && cause !== 'opening')).length,
    checkers,
    problems: [
      ...truth.failures.map((failure) => `the simulator failed: ${failure}`),
      ...statementProblems(statement, truth),
      ...(await moveProblems(bench, truth)),
      ...problems,
      ...(await auditProblems(bench, folder)),
    ],
  };
}

function statementOf({ transfers }: MoveBench, { balances, at }: Truth): Promise<Statement> {
  const range = { from: 0, to: at + 1 };
  const options = { month: 'the month', zone: 'UTC', range, now: at, currency: undefined, balances, records: [] };
  return transfers.store.ledger.history((history) => makeStatement(history, options));
}

function statementProblems({ currencies }: Statement, { transactions, fiatTransactions }: Truth): readonly string[] {
  const paid = [...transactions, ...fiatTransactions].filter(({ status }) => status === 'Completed');
  return currencies.flatMap(({ currency, checks, classes }) => {
    const differences = checks.filter(({ difference }) => !difference.isZero());
    const fees = classes.find(({ cause }) => cause === 'fee')?.lost ?? ZERO;
    const taken = paid
      .filter((row) => row.currency === currency)
      .reduce<Decimal>((sum, { gross, net }) => sum.plus(gross).minus(net), ZERO);
    return [
      ...differences.map(({ against, difference }) => `${currency} differs from ${against} by ${difference.toFixed()}`),
      ...(fees.negated().eq(taken)
        ? []
        : [`the statement has fees of ${fees.toFixed()} ${currency}, and the venue took ${taken.toFixed()}`]),
    ];
  });
}

/** Every row says what became of it, as the venue has it, and none was paid twice. */
async function moveProblems({ store, transfers }: MoveBench, { transactions }: Truth): Promise<readonly string[]> {
  const paid = new Map<string, number>();
  const payouts = await Array.fromAsync(payoutsOf(transfers));
  for (const { customOrderId = '', status } of payouts)
    if (status === 'Completed') paid.set(customOrderId, (paid.get(customOrderId) ?? 0) + 1);
  for (const { referenceId = '', type, status } of transactions) {
    if (type === 'Send' && status === 'Completed') paid.set(referenceId, (paid.get(referenceId) ?? 0) + 1);
  }
  const moves = await store.moves.since(0, 1_000_000);
  return moves.flatMap(({ id, kind, state, rows, progress }) =>
    rows.flatMap(({ reference }, place) => {
      const row = progress[place]!;
      const times = paid.get(reference) ?? 0;
      const said = `${id} ${reference} is ${row.state} in a move that is ${state} (${row.evidence ?? ''})`;
      if (times > 1) return [`doubled: ${said}, and the venue has paid it ${times} times`];
      if (!OUTGOING.has(kind)) return [];
      return (row.state === 'completed') === (times === 1) ? [] : [`misbooked: ${said}, and the venue has paid it ${times} times`];
    }),
  );
}

async function* payoutsOf(transfers: MoveBench['transfers']): AsyncGenerator<{ readonly customOrderId?: string; readonly status: string }> {
  for (let skip = 0; ; skip += PAGE) {
    const page = (await transfers.foreign('payouts.search', { skip: String(skip), take: String(PAGE) })) as readonly {
      readonly status: string;
    }[];
    yield* page;
    if (page.length < PAGE) return;
  }
}

async function exportProblems(
  { transfers }: MoveBench,
  folder: string,
): Promise<{ readonly checkers: readonly string[]; readonly problems: readonly string[] }> {
  const [checkers, problems]: [string[], string[]] = [[], []];
  for (const { name, format, file, arguments: words } of CHECKERS) {
    const options = { format, from: undefined, to: undefined, zone: 'UTC', accounts: DEFAULT_ACCOUNTS, currency: 'EUR', gains: undefined };
    const text = await transfers.store.ledger.history(async (history) => (await Array.fromAsync(exportLedger(history, options))).join(''));
    const target = join(folder, file);
    writeFileSync(target, text);
    const said = await checked(name, words(target));
    if (said === undefined) continue;
    checkers.push(name);
    if (said !== '') problems.push(`${name}: ${said.slice(0, 500)}`);
    const changed = text.replace(
      /^( +Assets:Venue:BTC +)(-?\d+\.\d+) BTC$/m,
      (_line, account: string, amount: string) => `${account}${dec(amount).plus('0.00000001').toFixed()} BTC`,
    );
    writeFileSync(target, changed);
    if (changed === text || (await checked(name, words(target))) === '') problems.push(`${name} does not see an amount that was changed`);
  }
  return { checkers, problems };
}

async function auditProblems({ store }: MoveBench, folder: string): Promise<readonly string[]> {
  const rows = await Array.fromAsync(auditLog(store));
  const whole = Buffer.from(rows.map((row) => `${auditLine(row)}\n`).join(''));
  const file = join(folder, 'audit.ndjson');
  const problemsOf = (bytes: Uint8Array): number => {
    writeFileSync(file, bytes);
    const check = new ChainCheck([]);
    checkAuditFile(file, check);
    return check.end().length;
  };
  const problems = problemsOf(whole) === 0 ? [] : ['the audit log does not verify'];
  const random = seededRandom('flips');
  for (let flip = 0; flip < FLIPS; flip++) {
    const changed = Uint8Array.from(whole);
    const place = random.int(whole.length);
    changed[place]! ^= 1 << random.int(7);
    if (problemsOf(changed) === 0) problems.push(`byte ${place} of the audit log was changed, and nothing shows it`);
  }
  return problems;
}
