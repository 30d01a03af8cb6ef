import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { atRiskText, intentText } from '../daemon/intentText.ts';
import type { UnresolvedStatus } from '../daemon/status.ts';
import type { Intent } from '../model/intent.ts';
import type { UnresolvedView } from './contract/controlReplies.ts';

/** What waits for an outcome: orders and conversions of the journal, and transfers, which have journals of their own. */
export async function unresolvedViews(daemon: Pick<Daemon, 'records' | 'status'>): Promise<readonly UnresolvedView[]> {
  // What is on its way is no question yet: in a running daemon it has an answer, or none, within seconds.
  const intents = (await daemon.records.journal.unresolved()).filter(({ state }) => state !== 'sending');
  const { resolver, transfers } = daemon.status();
  const waiting = new Map((resolver?.unresolved ?? []).map((one) => [one.id, one.waitsFor]));
  return [...intents.map((intent) => ofIntent(intent, waiting.get(intent.id))), ...transfers.map(ofTransfer)];
}

function ofIntent(intent: Intent, waitsFor: string | undefined): UnresolvedView {
  const { id, kind, state, strategy, lane, createdAt, sentAt, expiresAt, evidence } = intent;
  return {
    id,
    kind,
    state,
    strategy,
    lane,
    what: intentText(intent),
    atRisk: atRiskText(intent),
    since: isoOf(createdAt),
    sentAt: sentAt === undefined ? undefined : isoOf(sentAt),
    expiresAt: expiresAt === undefined ? undefined : isoOf(expiresAt),
    evidence,
    waitsFor,
    verdicts: verdictsOn(id),
  };
}

function ofTransfer({ id, kind, state, strategy, lane, since, waitsFor }: UnresolvedStatus): UnresolvedView {
  const nothing = { atRisk: undefined, sentAt: undefined, expiresAt: undefined, evidence: undefined };
  return { id, kind, state, strategy, lane, what: kind, since, waitsFor, ...nothing, verdicts: verdictsOn(id) };
}

/** Both are always there; the one that the evidence speaks against is refused with the reason. */
function verdictsOn(id: string): UnresolvedView['verdicts'] {
  return [
    { type: 'adopt', command: `sluice orders resolve ${id} --adopt ID` },
    { type: 'not-placed', command: `sluice orders resolve ${id} --not-placed` },
  ];
}
