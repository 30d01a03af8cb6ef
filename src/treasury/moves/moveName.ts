import { counted } from '../../base/counted.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';
import { amountText } from '../../base/moneyText.ts';
import type { ApprovalNeed, MoveRecord, MoveRow } from '../../model/move.ts';

type Named = Pick<MoveRecord, 'id' | 'kind' | 'rows'>;

/** What people are told of a move: which one, how much of what, and to whom. An address that the book has no name for is told by its ends. */
export function moveName({ id, kind, rows }: Named): string {
  const sums = new Map<string, Decimal>();
  for (const { amount, currency } of rows) sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
  const money = [...sums].map(([currency, sum]) => `${amountText(sum)} ${currency}`).join(' and ');
  const [first] = rows;
  return `${kind} ${id} (${money}${rows.length === 1 ? goalOf(first!) : ` in ${counted(rows.length, 'payment')}`})`;
}

/** The same, with what is the matter and the command that shows it. */
export function moveNews(move: Named, news: string): string {
  return `${moveName(move)} ${news}: \`sluice treasury show ${move.id}\``;
}

/** What those hear who may approve it. */
export function awaitsApproval(move: Named, needs: readonly ApprovalNeed[]): string {
  return moveNews(move, `waits for approval by ${needs.map(({ need, of }) => `${need} of ${of}`).join(' and ') || 'nobody'}`);
}

function goalOf({ to, destination, target, conversion }: MoveRow): string {
  if (conversion !== undefined) return ` to ${target}`;
  if (to !== undefined) return ` to ${to}`;
  if (destination !== undefined) return ` to ${endsOf(destination.address)} on ${destination.network}`;
  return target === undefined ? '' : ` of payment ${target}`;
}

const SHOWN = 4;

function endsOf(address: string): string {
  return address.length <= 3 * SHOWN ? address : `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
}
