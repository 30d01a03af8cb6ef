import { dec, type Decimal } from '../../src/base/decimal.ts';
import { type Env, sluice } from '../cli/processes.ts';

const PAGE = 100;

export interface VenueRows {
  /** How often each reference was paid. */
  readonly paid: ReadonlyMap<string, number>;
  /** What was converted, by its id. */
  readonly conversions: ReadonlyMap<string, Decimal>;
  /** Orders of the book that have executed something. */
  readonly orders: ReadonlySet<string>;
}

/** The venue's own records. */
export async function venueRows(env: Env): Promise<VenueRows> {
  const api = async (...argv: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await sluice(['api', ...argv, '-o', 'json'], env);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const paid = new Map<string, number>();
  const conversions = new Map<string, Decimal>();
  const count = (reference: string | null): void => void (reference !== null && paid.set(reference, (paid.get(reference) ?? 0) + 1));
  /** Every page, until one is not full. */
  const pages = async <T>(ask: (page: number) => Promise<unknown>, take: (rows: readonly T[]) => void): Promise<void> => {
    for (let page = 0; ; page++) {
      const rows = (await ask(page)) as readonly T[];
      take(rows);
      if (rows.length < PAGE) return;
    }
  };
  const paged = (page: number): string[] => ['--page', String(page), '--count', String(PAGE)];
  await pages<{ referenceId: string | null }>(
    async (page) => ((await api('exchange.transactions.list', ...paged(page))) as { data: unknown }).data,
    (rows) => rows.forEach(({ referenceId }) => count(referenceId)),
  );
  await pages<{ customOrderId: string | null }>(
    (page) => api('processing.payouts.search', '--skip', String(page * PAGE), '--take', String(PAGE)),
    (rows) => rows.forEach(({ customOrderId }) => count(customOrderId)),
  );
  await pages<{ id: number; amountFrom: number }>(
    async (page) => ((await api('exchange.conversions.list', ...paged(page))) as { items: unknown }).items,
    (rows) => rows.forEach(({ id, amountFrom }) => conversions.set(String(id), dec(String(amountFrom)))),
  );
  const orders = new Set<string>();
  // The list has a row for what was canceled too: an order that came too late for the book stands there with nothing but that.
  await pages<{ id: number; status: string }>(
    async (page) => ((await api('exchange.trades.list', ...paged(page))) as { items: unknown }).items,
    (rows) => rows.filter(({ status }) => status !== 'Canceled').forEach(({ id }) => orders.add(String(id))),
  );
  return { paid, conversions, orders };
}
