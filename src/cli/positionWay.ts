import { type Correction, correctionEntry } from '../daemon/correction.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import { settingsOf } from './configFile.ts';
import { say, type Shell } from './shell.ts';
import { withOwnedStore } from './tradingWay.ts';

/** Corrects a position: through the running daemon, or for the next one. */
export async function adjustPosition(shell: Shell, correction: Correction): Promise<Pick<PositionEntry, 'id' | 'symbol'>> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  if (control !== undefined) {
    const { amount, price } = correction;
    const body = { ...correction, amount: amount.toFixed(), price: price.toFixed() };
    return control.call('positions.adjust', body);
  }
  const { ulid } = await import('../base/ulid.ts');
  const { seededRandom } = await import('../base/random.ts');
  return withOwnedStore(shell, settings, async ({ fillLog }, _paths, { clock }) => {
    const at = clock.now();
    const entry = correctionEntry(correction, settings.strategies, { id: ulid(at, seededRandom(`correction:${at}:${process.pid}`)), at });
    await fillLog.recordEntry(entry);
    say(shell, 'no daemon of this account runs: the next one starts with this');
    return entry;
  });
}
