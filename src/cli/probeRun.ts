import { dec } from '../base/decimal.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import type { Transport } from '../client/transport.ts';
import { configuredAccount } from '../daemon/venueAccess.ts';
import { planText } from '../probe/probePlan.ts';
import { type Probed, planOf, probeVenue } from '../probe/probeVenue.ts';
import { Wire } from '../probe/wire.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';
import { confirm } from './confirm.ts';
import { withLocalAccount } from './localAccount.ts';
import { printRecord } from './print.ts';
import { say, type Shell } from './shell.ts';

export interface ProbeRun {
  readonly settings: Settings;
  readonly symbol: string | undefined;
  /** As text. */
  readonly amount: string | undefined;
  /** Whether orders may be placed. */
  readonly places: boolean;
}

/** Asks the venue of the settings all questions. Undefined after a dry run, which says what would be placed. */
export async function probeRun(shell: Shell, { settings, symbol, amount, places }: ProbeRun): Promise<Probed | undefined> {
  const { dryRun } = shell.options;
  if (worldOf(settings) === 'PAPER') {
    throw new Fault('usage', 'a paper account has no orders at the venue, so there is nothing to find out', {
      suggestion: 'take a configuration with mode: live or demo',
    });
  }
  const account = configuredAccount(settings);
  const wire = new Wire(account?.url ?? 'http://127.0.0.1');
  const overhear = (network: Transport): Transport => wire.over(network);
  const asked = { symbol, amount: amount === undefined ? undefined : dec(amount) };
  return withLocalAccount(
    shell,
    settings,
    places && !dryRun,
    async (options) => {
      if (dryRun) {
        const plan = await planOf({ ...options, ...asked });
        const columns = [{ key: 'would', value: () => (places ? `place ${planText(plan)}` : 'place nothing') }];
        printRecord(shell, columns, plan);
        return undefined;
      }
      return probeVenue({
        ...options,
        ...asked,
        wire,
        secret: account!.secret,
        signal: shell.stopSignal(),
        tell: ({ question, seen }) => say(shell, `${question}: ${seen}`),
        say: (message) => say(shell, message),
        agree: places ? (plan) => confirm(shell, `place ${planText(plan)}?`) : undefined,
      });
    },
    overhear,
  );
}

/** Throws where something was left behind, or where it ended before everything was asked. */
export function assertWhole({ left, ended }: Probed): void {
  const { open, unresolved } = left;
  const why = ended === undefined ? '' : ` (${messageOf(ended)})`;
  if (unresolved.length > 0) {
    const ids = unresolved.map(({ id }) => id).join(', ');
    throw new Fault('unknown-outcome', `nobody knows yet what came of ${ids}${why}`, {
      outcome: 'unknown',
      suggestion:
        'the journal has it: the next `sluice probe` or `sluice run` looks for it and cancels it; `sluice orders unresolved` shows it',
      cause: ended,
    });
  }
  if (open.length > 0) {
    const ids = open.map(({ orderId }) => orderId).join(', ');
    throw new Fault('left-open', `the venue did not confirm in time that these orders are canceled: ${ids}${why}`, {
      suggestion: '`sluice orders list` shows them; the next `sluice probe` cancels them first, and so does `sluice orders cancel ID`',
      cause: ended,
    });
  }
  if (ended === undefined) return;
  if (isFault(ended)) {
    throw new Fault(ended.code, `ended before all questions were asked: ${ended.message}`, {
      stands: 'everything that was placed is canceled, and nothing was written',
      suggestion: ended.suggestion,
      cause: ended,
    });
  }
  throw new Fault(
    'canceled',
    `ended before all questions were asked (${messageOf(ended)}); everything that was placed is canceled, and nothing was written`,
    {
      cause: ended,
    },
  );
}
