import { existsSync } from 'node:fs';
import type { Random } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { ulid } from '../../src/base/ulid.ts';
import { paymentJournal } from '../../src/daemon/paymentStore.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import type { OpenTreasury } from '../../src/daemon/treasury/openTreasury.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { openStore } from '../../src/store/store.ts';
import { bodyOf } from '../../src/treasury/bodyFields.ts';
import { paymentText } from '../../src/treasury/moves/moveOrder.ts';
import { referencesOf } from '../../src/treasury/references.ts';
import { kindOf } from '../../src/treasury/transferKinds.ts';
import type { Env } from '../cli/processes.ts';

/**
 * Pays as many programs do: what a killed process has sent and has no answer to is paid once more, without a look at the venue. It shows that
 * the check sees what it is there for.
 */
export class NaiveSender {
  readonly #env: Env;
  /** By the reference of a payment, that under which it was paid again. */
  readonly #again = new Map<string, string>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** References of single payments that the last life has no answer to. Nothing else may own the journals. */
  async unanswered(): Promise<readonly string[]> {
    const settings = await loadSettings({ file: this.#env['TORTURE_CONFIG'], env: this.#env });
    const place = { accounts: this.#env['SLUICE_ACCOUNTS']!, state: this.#env['SLUICE_STATE']!, server: undefined };
    const found: string[] = [];
    for (const path of [statePaths(place.state, settings).database, paymentJournal('processing', this.#env, place).database]) {
      if (!existsSync(path)) continue;
      const store = await openStore({ path, clock: systemClock, access: 'read' });
      const lost = (await store.journal.unresolved()).filter(({ kind }) => kind === 'transfer');
      await store.close();
      for (const intent of lost) {
        for (const one of referencesOf(kindOf(intent), bodyOf(intent.body))) {
          const [what, reference] = one.split(' ') as [string, string];
          if (what === 'withdrawal' || what === 'payout') found.push(reference);
        }
      }
    }
    return found.filter((reference) => !this.#again.has(reference));
  }

  async payAgain({ calls, store }: OpenTreasury, references: readonly string[], random: Random): Promise<void> {
    for (const reference of references) {
      const move = await store.moves.withReference(reference);
      const row = move?.rows.find((one) => one.reference === reference);
      if (move === undefined || row === undefined || (move.kind !== 'withdrawal' && move.kind !== 'payout')) continue;
      const id = `${move.kind === 'payout' ? 'P' : 'W'}-${ulid(systemClock.now(), random)}`;
      const { reference: _first, ...payment } = paymentText(row);
      await calls.ask({ id, kind: move.kind, initiator: move.initiator, payments: [payment], repeats: true });
      this.#again.set(reference, `${id}-1`);
    }
  }

  /** What the venue has paid both times, by its own count of each reference. */
  doubled(paid: ReadonlyMap<string, number>): readonly string[] {
    return [...this.#again]
      .filter(([first, again]) => paid.has(first) && paid.has(again))
      .map(([first, again]) => `doubled: ${first} was paid, and once more as ${again}`);
  }
}
