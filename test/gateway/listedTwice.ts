import type { ExchangeClient } from '../../src/client/exchangeClient.ts';

/** What a venue answers, as text. `pass` lets virtual time pass. */
export async function answerOf(
  client: ExchangeClient,
  operation: 'balances.list' | 'trades.list',
  pass: (ms: number) => Promise<void>,
): Promise<string> {
  const watch = { isDone: false };
  const params = operation === 'trades.list' ? { page: 0, count: 100 } : {};
  const sent = client.send(client.prepare(operation, params as never)).finally(() => (watch.isDone = true));
  sent.catch(() => undefined);
  for (let waits = 0; !watch.isDone && waits < 50; waits++) await pass(20);
  return Buffer.from((await sent).bytes).toString();
}

/** A list of trades with its newest execution of a part twice. Ids are longer than a number, so it stays a text. */
export function listedTwice(list: string): string {
  const items = list.replace(/\{[^{}]*"status":"PartiallyExecuted"[^{}]*\}/, '$&,$&');
  if (items === list) throw new Error(`no part was executed: ${list}`);
  return items.replace(/"total":(\d+)/, (_, total: string) => `"total":${Number(total) + 1}`);
}
