import type { Intent } from '../model/intent.ts';
import { type AdoptionOptions, boundTo, type Candidates, ONE_OF_THIS_SHAPE, only, settleAdopted, unbound } from './adopting.ts';
import { type Candidate, fits } from './candidates.ts';
import { type OrderShape, orderShapeOf } from './fingerprint.ts';
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
  if (found !== undefined) await adoptAsPlaced(intent, found, asked, ONE_OF_THIS_SHAPE, options);
}

/** Binds the order that the intent has led to. */
export async function adoptAsPlaced(
  intent: Intent,
  found: Candidate,
  shape: OrderShape,
  evidence: string,
  options: AdoptionOptions,
): Promise<void> {
  const { orderId, amount } = found;
  await settleAdopted(intent, boundTo(intent, found, shape, amount, undefined), evidence, options);
  options.report({ type: 'order-opened', intentId: intent.id, orderId, amount, price: shape.price, adopted: true });
  await options.frozen.openIfFree(intent.lane);
}
