import { DAY_MS } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { interfaceAccount } from '../daemon/interfaceAccount.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import type { RefundFlow } from '../model/move.ts';
import type { MoveReport } from '../treasury/moves/moveReport.ts';
import type { Column } from './column.ts';
import { confirm } from './confirm.ts';
import { askForMove, exitOf } from './moveRun.ts';
import { printMove } from './moveText.ts';
import { printRecord } from './print.ts';
import { refundOf } from './refundPayment.ts';
import type { Shell } from './shell.ts';
import { assertLive, withTreasury } from './treasuryWay.ts';

interface RefundLinkOptions {
  readonly who: string;
  readonly flow: RefundFlow;
  readonly lang: string;
  readonly pageUrl: string | undefined;
  readonly key: string | undefined;
  readonly passphraseFile: string | undefined;
}

interface ShownLink {
  readonly id: string;
  readonly move: string;
  readonly flow: string;
  readonly link: string;
  readonly url: string;
  readonly validTo: string;
}

/**
 * Asks for a refund of which the payer picks the address, and gives its link once the policy lets it go. Asked again within a day, the link of the
 * same refund is given once more. Answers the exit code.
 */
export async function runRefundLink(shell: Shell, id: string, options: RefundLinkOptions): Promise<number> {
  const { who, flow, lang, pageUrl, key, passphraseFile } = options;
  return withTreasury(shell, async (calls) => {
    const earlier = shell.options.dryRun ? undefined : await earlierOf(calls, id, flow);
    if (earlier !== undefined) {
      await assertLive(shell, 'processing');
      await confirm(shell, `give the link of ${earlier.id} once more?`);
    }
    const asked = async () => ({ kind: 'refund', initiator: who, payments: [await refundOf(shell, id, flow)] }) as const;
    const move = earlier ?? (await askForMove(shell, calls, await asked(), { waitMs: 0, repeats: false, key, passphraseFile }));
    if (typeof move === 'number') return move;
    if (move.state !== 'sent') {
      printMove(shell, move);
      return exitOf(move);
    }
    const { link, validTo } = await calls.refundLink(move.id, who, lang);
    const base = pageUrl ?? interfaceAccount('processing', shell.env).url;
    printRecord(shell, columns, { id, move: move.id, flow, link, url: new URL(link, base).href, validTo });
    return 0;
  });
}

/** A refund of the payment that was let go within a day, and whose link nobody has claimed. */
async function earlierOf(calls: TreasuryCalls, id: string, flow: RefundFlow): Promise<MoveReport | undefined> {
  const since = systemClock.now() - DAY_MS;
  const moves = await calls.moves(MOST_MOVES);
  return moves.find(
    ({ kind, state, changedAt, rows: [row] }) =>
      kind === 'refund' && state === 'sent' && row?.address === id && row.link === flow && Date.parse(changedAt) > since,
  );
}

const MOST_MOVES = 1000;

const columns: readonly Column<ShownLink>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'move', isWhole: true, value: (row) => row.move },
  { key: 'flow', value: (row) => row.flow },
  { key: 'url', value: (row) => row.url },
  { key: 'link', isWhole: true, value: (row) => row.link },
  { key: 'validTo', value: (row) => row.validTo },
];
