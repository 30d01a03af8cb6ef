import { argument, command, option } from '../command.ts';
import { durationValue, textValue } from '../values.ts';

export const treasuryShow = command({
  name: 'treasury show',
  about: 'Show a move with each of its payments; with --wait, follow it until it stands still',
  args: { id: argument('id', 'its id, as `treasury list` shows it', textValue) },
  options: { wait: option('--wait <duration>', 'follow it for so long; what is approved is sent', durationValue) },
  examples: ['treasury show W-01K9QJ5V0000000000000000AA', 'treasury show B-01K9QJ5V0000000000000000AA --wait 10m -o json'],
  async run({ args: { id }, options: { wait } }, shell) {
    const { printMove } = await import('../moveText.ts');
    const { assertLive, readingTreasury, withTreasury } = await import('../treasuryWay.ts');
    const { exitOf, follow } = await import('../moveRun.ts');
    if (wait === undefined) return printMove(shell, await readingTreasury(shell, (reads) => reads.move(id)));
    await assertLive(shell);
    const move = await withTreasury(shell, async (calls) => follow(shell, calls, await calls.move(id), wait));
    printMove(shell, move);
    return exitOf(move);
  },
});
