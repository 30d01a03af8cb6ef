import type { Intent } from '../model/intent.ts';
import { type AdoptionOptions, boundTo, type Candidates, only, settleAdopted, unbound } from './adopting.ts';
import { fits } from './candidates.ts';
import { orderShapeOf } from './fingerprint.ts';
import { adoptReplaced } from './replaceAdoption.ts';

/**
 * Adopts orders whose answer was lost: exactly one unbound order of the same shape, opened in the time window. None or
 * several prove nothing; the lane stays frozen. Errors never come here: only complete reads do.
 *
 * `offsetMs` is the venue's clock minus ours.
 */
export async function adoptOrders(
  lost: readonly Intent[],
  candidates: Candidates,
  offsetMs: number,
  options: AdoptionOptions,
): Promise<void> {
  for (const intent of lost) {
    const since = intent.createdAt + offsetMs - options.skewMs;
    if (intent.kind === 'place') await adoptPlaced(intent, candidates, since, options);
    if (intent.kind === 'replace') await adoptReplaced(intent, candidates, since, options);
  }
}

async function adoptPlaced(intent: Intent, candidates: Candidates, since: number, options: AdoptionOptions): Promise<void> {
  const asked = orderShapeOf(intent.fingerprint);
  const found = only(await unbound(candidates, (candidate) => fits(candidate, asked) && (candidate.openedAt ?? 0) >= since, options));
  if (found === undefined) return;
  const { orderId, amount } = found;
  await settleAdopted(intent, boundTo(intent, found, asked, amount, undefined), options);
  options.report({ type: 'order-opened', intentId: intent.id, orderId, amount, price: asked.price, adopted: true });
  await options.frozen.openIfFree(intent.lane);
}
