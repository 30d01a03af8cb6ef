import { isOpenMove } from '../../model/moveState.ts';
import { command, flag, option } from '../command.ts';
import { wholeValue } from '../values.ts';

export const treasuryList = command({
  name: 'treasury list',
  about: 'List what the treasury was asked for, newest first, and where it stands',
  options: {
    open: flag('--open', 'only what may still change: what waits for approval, is on its way, or is unknown'),
    limit: option('--limit <number>', 'how many', wholeValue(1, 10_000), 50),
  },
  examples: ['treasury list', 'treasury list --open -o json'],
  async run({ options: { open, limit } }, shell) {
    const { readingTreasury } = await import('../treasuryWay.ts');
    const { printMoves } = await import('../moveText.ts');
    const moves = await readingTreasury(shell, (calls) => calls.moves(limit, open));
    // A treasury of an older version that still runs answers all.
    printMoves(
      shell,
      moves.filter(({ state }) => !open || isOpenMove(state)),
    );
  },
});
