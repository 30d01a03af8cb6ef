import { counted } from '../base/counted.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import type { OpenOrderRow } from '../gateway/accountLists.ts';
import { filledOf } from '../gateway/filledOf.ts';
import { otherPrice } from '../gateway/movedOrders.ts';
import type { Rereading } from '../gateway/lateTrades.ts';
import type { OwnOrders } from '../gateway/ownOrders.ts';
import type { BalanceLine } from '../ledger/balanceLines.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';

/** One thing that was compared with the venue. Amounts are texts with all their digits. */
export interface ReconciledRow {
  readonly check: 'order' | 'executions' | 'balance';
  /** An order's id, a currency, or what was counted. */
  readonly name: string;
  readonly ours: string | undefined;
  readonly venue: string | undefined;
  readonly difference: string | undefined;
  readonly result: string;
  readonly isProblem: boolean;
}

export function balanceRows(lines: readonly BalanceLine[], isOpened: boolean): readonly ReconciledRow[] {
  return lines.map(({ currency, ledger, venue, difference, isExplained, possibly }) => ({
    check: 'balance',
    name: currency,
    ours: ledger.toFixed(),
    venue: venue.toFixed(),
    difference: difference.toFixed(),
    result: isOpened ? resultOf(isExplained, possibly) : 'not begun: the balances moved while they were read',
    isProblem: isOpened && !isExplained,
  }));
}

function resultOf(isExplained: boolean, possibly: string | undefined): string {
  if (possibly !== undefined) return `possibly ${possibly}, which is unknown`;
  return isExplained ? 'explained' : 'unexplained';
}

/** What reading the trades list once more has found, the orders with rows that stand twice, and those whose rows make no sense. */
export function executionRows(
  { rows, booked }: Rereading,
  { copies, troubles }: Pick<OwnOrders, 'copies' | 'troubles'>,
): readonly ReconciledRow[] {
  const shared = { check: 'executions', difference: undefined } as const;
  return [
    { ...shared, name: 'rows', ours: undefined, venue: String(rows), result: `${booked} booked late`, isProblem: false },
    ...[...copies].map(([orderId, { executions }]) => ({
      ...shared,
      name: orderId,
      ours: undefined,
      venue: undefined,
      result: `not booked: ${counted(executions.length, 'further row')}, alike to the last digit to one that is`,
      isProblem: false,
    })),
    ...[...troubles].map(([orderId, reason]) => ({
      ...shared,
      name: orderId,
      ours: undefined,
      venue: undefined,
      result: reason,
      isProblem: true,
    })),
  ];
}

/** Open orders of either side: how much is open, and at which price. An order of somebody else is shown and is no problem. */
export async function orderRows(
  openOrders: readonly OpenOrderRow[],
  { journal, fillLog }: { readonly journal: Journal; readonly fillLog: FillLog },
): Promise<readonly ReconciledRow[]> {
  const rows: ReconciledRow[] = [];
  const listed = new Map(openOrders.map((row) => [row.id, row]));
  for (const order of await journal.openOrders()) {
    const row = listed.get(order.orderId);
    const ours = order.amount.minus(await filledOf(fillLog, order.orderId));
    const result = row === undefined ? 'open here and not in the list' : resultOfOrder(order, row, ours);
    rows.push(orderRow(order.orderId, ours, row?.amount, result, result !== 'agrees'));
    listed.delete(order.orderId);
  }
  for (const { id, amount } of listed.values()) {
    const known = await journal.order(id);
    rows.push(orderRow(id, undefined, amount, known === undefined ? 'not placed from here' : 'closed here', known !== undefined));
  }
  return rows;
}

function resultOfOrder(order: BoundOrder, row: OpenOrderRow, ours: Decimal): string {
  const price = otherPrice(order, row);
  if (price !== undefined) return `differs: ${price}`;
  return row.amount.eq(ours) ? 'agrees' : 'differs';
}

function orderRow(name: string, ours: Decimal | undefined, venue: Decimal | undefined, result: string, isProblem: boolean): ReconciledRow {
  const difference = (venue ?? ZERO).minus(ours ?? ZERO).toFixed();
  return { check: 'order', name, ours: ours?.toFixed(), venue: venue?.toFixed(), difference, result, isProblem };
}
