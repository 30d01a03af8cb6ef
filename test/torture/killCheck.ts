import type { Store } from '../../src/store/store.ts';
import type { ToldTruth } from './venueProcess.ts';

export interface KillCounts {
  readonly placed: number;
  readonly executions: number;
  /** Intents whose outcome nobody knows yet. */
  readonly unresolved: number;
}

/** Compares what a daemon has written down with what really happened at the venue. */
export async function problemsOf(
  { journal, fillLog }: Pick<Store, 'journal' | 'fillLog'>,
  { trades, openOrders, sent, failures }: ToldTruth,
): Promise<KillCounts & { readonly problems: readonly string[] }> {
  const problems = failures.map((failure) => `the simulator failed: ${failure}`);
  const intents = await journal.list(1_000_000);
  for (const [kind, bodies] of Object.entries(sent)) {
    const journalled = counted(intents.filter((intent) => intent.kind === kind).map(({ body }) => body));
    for (const [body, times] of counted(bodies)) {
      const allowed = journalled.get(body) ?? 0;
      if (times > allowed) problems.push(`doubled: ${kind} ${body} reached the venue ${times} times for ${allowed} intents`);
    }
  }
  const logged = counted(
    (await fillLog.fills({})).map(({ fill }) =>
      [fill.orderId, fill.tradedAt, fill.price.toFixed(), fill.amount.toFixed(), fill.fee.toFixed()].join(' '),
    ),
  );
  const executed = counted(trades);
  for (const [trade, times] of executed) if ((logged.get(trade) ?? 0) < times) problems.push(`lost: the execution ${trade} is not booked`);
  for (const [fill, times] of logged) if ((executed.get(fill) ?? 0) < times) problems.push(`misbooked: ${fill} was never executed`);
  const unresolved = (await journal.unresolved()).filter(({ kind }) => kind !== 'cancel');
  const bound = new Set((await journal.openOrders()).map(({ orderId }) => orderId));
  for (const id of openOrders) {
    if (!bound.has(id) && unresolved.length === 0)
      problems.push(`lost: the order ${id} is open at the venue, and the journal does not have it open`);
  }
  return { placed: sent['place']?.length ?? 0, executions: trades.length, unresolved: unresolved.length, problems };
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
