import type { Clock } from '../base/clock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { stoppedText } from '../daemon/stopStatus.ts';
import { firstOfPeriods } from '../model/profitPeriod.ts';
import { ALL_TRADING } from '../model/tradingStop.ts';
import type { ReadProfit } from '../control/profitReader.ts';
import { digestText } from './digest.ts';
import { periodsText } from './periodsText.ts';
import type { ChatActions, ChatActs } from './telegramCommands.ts';

const PERIODS_TOLD = 7;

/** What a chat can have a daemon do: the same as the commands of the same names. */
export function chatActions(
  daemon: Pick<Daemon, 'status' | 'operations' | 'requestStop'>,
  read: ReadProfit,
  clock: Pick<Clock, 'now'>,
): ChatActions {
  return {
    status: () => digestText(daemon.status()),
    profit: async (period, gone) => {
      const from = firstOfPeriods(period, clock.now(), PERIODS_TOLD);
      return periodsText(period, await read({ period, from }, gone));
    },
    acts: actsOf(daemon),
  };
}

function actsOf(daemon: Pick<Daemon, 'operations' | 'requestStop'>): ChatActs {
  const { operations } = daemon;
  return {
    async pause(strategy) {
      if (strategy !== undefined) {
        const { state, reason } = await operations.tellStrategy(strategy, 'pause');
        return state === 'stopped' ? stoppedText({ name: strategy, reason }) : `paused: ${strategy}`;
      }
      const paused = operations.pauseAll();
      return paused.length === 0 ? 'no strategy was there to pause' : `paused: ${paused.join(', ')}`;
    },
    async resume(strategy) {
      if (strategy !== undefined) {
        const { state, reason } = await operations.tellStrategy(strategy, 'resume');
        return state === 'stopped' ? stoppedText({ name: strategy, reason }) : `${strategy} goes on`;
      }
      const paused = await operations.resumeTrading(ALL_TRADING);
      const told =
        paused.length === 0
          ? 'everything goes on'
          : `all goes on but what stays paused: ${paused.map((name) => `/resume ${name}`).join(', ')}`;
      return [told, ...operations.stoppedIn(ALL_TRADING).map(stoppedText)].join('\n');
    },
    async stop() {
      daemon.requestStop('a chat of Telegram asked for it');
      return 'the daemon ends';
    },
  };
}
