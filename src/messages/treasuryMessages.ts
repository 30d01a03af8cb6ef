import type { Clock } from '../base/clock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { type ProcessMessages, processMessages } from './processMessages.ts';

const NEEDS_DAEMON =
  'This is the treasury: it has no strategies, and it is ended where it was started. What acts needs the daemon that trades, with a bot of its own.';

/** What messages say of a treasury beside what happens. */
export interface ToldTreasury {
  /** How it stands, in few lines. */
  readonly digest: () => Promise<string>;
  readonly isReady: () => boolean;
}

/** The messages of one treasury that is served. */
export interface TreasuryMessages extends Omit<ProcessMessages, 'follow'> {
  /** Begins digest, heartbeat, and what listens to chats. */
  follow(treasury: ToldTreasury): void;
}

/** Undefined where no message is wanted. Throws a `Fault` `configuration` where a secret is missing. */
export function treasuryMessages(settings: Settings, env: Environment, clock: Clock): TreasuryMessages | undefined {
  // A file with strategies is that of a daemon too: the sign of life and the bot are the daemon's, or each would hide that the other is gone.
  const isShared = Object.keys(settings.strategies).length > 0;
  const own = { ...settings.messages, heartbeat: isShared ? undefined : settings.messages.heartbeat };
  const messages = processMessages({ ...settings, messages: own }, env, clock, titleOf(settings), !isShared);
  return (
    messages && {
      ...messages,
      follow: ({ digest, isReady }) =>
        messages.follow({
          digest,
          isReady,
          actions: { status: digest, acts: NEEDS_DAEMON },
        }),
    }
  );
}

/** What is moved is moved at that venue, whatever the mode of trading. */
function titleOf({ venue: { exchange } }: Pick<Settings, 'venue'>): string {
  return `sluice treasury${exchange === undefined ? '' : ` ${new URL(exchange.url).host}`}`;
}
