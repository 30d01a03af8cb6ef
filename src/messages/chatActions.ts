import type { Daemon } from '../daemon/daemon.ts';
import { ALL_TRADING } from '../model/tradingStop.ts';
import { digestText } from './digest.ts';
import type { ChatActions, ChatActs } from './telegramCommands.ts';

/** What a chat can have a daemon do: the same as the commands of the same names. */
export function chatActions(daemon: Pick<Daemon, 'status' | 'operations' | 'requestStop'>): ChatActions {
  return {
    status: () => digestText(daemon.status()),
    acts: actsOf(daemon),
  };
}

function actsOf(daemon: Pick<Daemon, 'operations' | 'requestStop'>): ChatActs {
  const { operations } = daemon;
  return {
    async pause(strategy) {
      const paused = strategy === undefined ? operations.pauseAll() : [(await operations.tellStrategy(strategy, 'pause')).name];
      return paused.length === 0 ? 'no strategy was there to pause' : `paused: ${paused.join(', ')}`;
    },
    async resume(strategy) {
      if (strategy === undefined) await operations.resumeTrading(ALL_TRADING);
      else await operations.tellStrategy(strategy, 'resume');
      return `${strategy ?? 'everything'} goes on`;
    },
    async stop() {
      daemon.requestStop('a chat of Telegram asked for it');
      return 'the daemon ends';
    },
  };
}
