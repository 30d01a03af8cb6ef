import type { Command } from './command.ts';
import { balances } from './commands/balances.ts';
import { book } from './commands/book.ts';
import { configCheck } from './commands/configCheck.ts';
import { configExplain } from './commands/configExplain.ts';
import { configSchema } from './commands/configSchema.ts';
import { configShow } from './commands/configShow.ts';
import { pairs } from './commands/pairs.ts';
import { simulator } from './commands/simulator.ts';
import { stats } from './commands/stats.ts';
import { version } from './commands/version.ts';

/** Every command, in the order in which the help lists them. A new one is a file in `commands/` and a line here. */
export const commands: readonly Command[] = [
  pairs,
  book,
  stats,
  balances,
  simulator,
  configCheck,
  configSchema,
  configShow,
  configExplain,
  version,
];
