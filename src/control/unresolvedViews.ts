import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { intentAmount } from '../daemon/intentAmount.ts';
import { atRiskText, intentText } from '../daemon/intentText.ts';
import { notPlacedFrom, type VenueClocks } from '../gateway/atVenue.ts';
import type { Look } from '../gateway/resolver.ts';
import type { Intent } from '../model/intent.ts';
import type { LookView, UnresolvedView } from './contract/controlReplies.ts';

/** What waits for an outcome: orders and conversions of the journal, and transfers, of which some have journals of their own. */
export async function unresolvedViews(
  daemon: Pick<Daemon, 'records' | 'status' | 'trader' | 'interfaces'>,
): Promise<readonly UnresolvedView[]> {
  // What is on its way is no question yet: in a running daemon it has an answer, or none, within seconds.
  const isOpen = ({ state, kind }: Intent): boolean => state !== 'sending' && kind !== 'transfer';
  const intents = (await daemon.records.journal.unresolved()).filter(isOpen);
  const waiting = new Map((daemon.status().resolver?.unresolved ?? []).map((one) => [one.id, one.waitsFor]));
  const { unresolved = [], clocks } = daemon.trader.resolution() ?? {};
  const looks = new Map(unresolved.map((one) => [one.id, one.look]));
  const transfers = daemon.interfaces.transfers.questions();
  return [
    ...intents.map((intent) => viewOf(intent, waiting.get(intent.id), looks.get(intent.id), clocks)),
    ...transfers.map((one) => viewOf(one.intent, one.waitsFor, undefined, one.clocks)),
  ];
}

function viewOf(intent: Intent, waitsFor: string | undefined, look: Look | undefined, clocks: VenueClocks | undefined): UnresolvedView {
  const { id, kind, state, strategy, lane, createdAt, sentAt, gaveUpAt, expiresAt, evidence, body, bodyHash } = intent;
  return {
    id,
    kind,
    state,
    strategy,
    lane,
    what: intentText(intent),
    amount: intentAmount(intent),
    atRisk: intent.exposure.isZero() ? undefined : atRiskText(intent),
    since: isoOf(createdAt),
    sentAt: sentAt === undefined ? undefined : isoOf(sentAt),
    gaveUpAt: gaveUpAt === undefined ? undefined : isoOf(gaveUpAt),
    expiresAt: expiresAt === undefined ? undefined : isoOf(expiresAt),
    evidence,
    request: { body, hash: bodyHash },
    look: look && lookView(look),
    waitsFor,
    notPlacedFrom: clocks && isoOf(notPlacedFrom(intent, clocks)),
    verdicts: verdictsOn(id),
  };
}

function lookView(look: Look): LookView {
  const { at, takenUntil, visibleUntil, quietUntil } = look;
  return { ...look, at: isoOf(at), takenUntil: isoOf(takenUntil), visibleUntil: isoOf(visibleUntil), quietUntil: isoOf(quietUntil) };
}

/** Both are always there; the one that the evidence speaks against is refused with the reason. */
function verdictsOn(id: string): UnresolvedView['verdicts'] {
  return [
    { type: 'adopt', command: `sluice orders resolve ${id} --adopt ID` },
    { type: 'not-placed', command: `sluice orders resolve ${id} --not-placed` },
  ];
}
