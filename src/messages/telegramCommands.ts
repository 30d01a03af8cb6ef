import { randomBytes } from 'node:crypto';
import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { ANY, LastingTrouble } from '../base/lastingTrouble.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { PERIODS, type Period } from '../model/profitPeriod.ts';
import type { TelegramApi } from './telegramApi.ts';
import { say } from './telegramChannel.ts';
import { type TelegramUpdate, telegramUpdate } from './telegramUpdate.ts';

/** What a chat can ask, and have done. */
export interface ChatActions {
  readonly status: () => string | Promise<string>;
  /** What was made in the last periods. Undefined where nothing trades. */
  readonly profit?: ((period: Period, gone: AbortSignal) => Promise<string>) | undefined;
  /** Or why nothing can be done from a chat. */
  readonly acts: ChatActs | string;
}

/** What a chat can have the daemon do. Each answers what came of it. */
export interface ChatActs {
  /** Pauses one strategy, or all where none is named. `resume` is its opposite. */
  pause(strategy: string | undefined): Promise<string>;
  resume(strategy: string | undefined): Promise<string>;
  stop(): Promise<string>;
}

export interface TelegramCommandsOptions {
  readonly api: TelegramApi;
  readonly clock: Clock;
  /** The chats that are listened to. Everybody else gets no answer. */
  readonly chats: readonly string[];
  /** Whether they may do more than ask. */
  readonly mayAct: boolean;
  readonly actions: ChatActions;
  /** Is told once of each outage, and once of each chat that is not listened to. */
  readonly onTrouble: TellTrouble;
}

/** A command that waits for its second tap. */
interface Asked {
  readonly chat: string;
  readonly user: string;
  readonly untilMs: number;
  readonly act: () => Promise<string>;
}

/** How long the Bot API holds a question back until there is an answer. */
const LONG_POLL_S = 25;
const POLL_WITHIN_MS = 35_000;
const AGAIN_MS = 5000;
const CONFIRM_WITHIN_MS = 60_000;
/** What was typed while nobody listened is not done afterwards. */
const OLDEST_MS = 60_000;
const MOST_ASKED = 20;
const MOST_STRANGERS = 100;
const COMMANDS = 'the commands of Telegram';

const HELP = `/status\n/profit [${PERIODS.join('|')}]\n/pause [strategy]\n/resume [strategy]\n/stop\nWhat acts asks for a second tap.`;

/** Listens to chats for commands. What acts is done only after a second tap, by the same person, in the same chat, within a minute. */
export class TelegramCommands {
  readonly #options: TelegramCommandsOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #strangers = new Set<string>();
  readonly #ending = new AbortController();

  constructor(options: TelegramCommandsOptions) {
    this.#options = options;
  }

  /** Returns at once; it goes on until `end`. */
  start(): void {
    void this.#listen();
  }

  end(): void {
    this.#ending.abort();
  }

  async #listen(): Promise<void> {
    const { api, clock, onTrouble } = this.#options;
    const { signal } = this.#ending;
    let offset = 0;
    const trouble = new LastingTrouble(COMMANDS, onTrouble);
    while (!signal.aborted) {
      try {
        const params = { offset, timeout: LONG_POLL_S, allowed_updates: ['message', 'callback_query'] };
        const updates = await api<readonly unknown[]>('getUpdates', params, POLL_WITHIN_MS);
        trouble.over(`${COMMANDS} can be read again`);
        for (const update of updates.map((one) => telegramUpdate.parse(one))) {
          // It is done once, whatever comes of it.
          offset = update.update_id + 1;
          if (!signal.aborted) await this.#handle(update);
        }
      } catch (error) {
        if (signal.aborted) return;
        trouble.lasts(`${COMMANDS} can't be read: ${messageOf(error)}`, ANY);
        await sleep(clock, AGAIN_MS, signal).catch(() => undefined);
      }
    }
  }

  async #handle({ message, callback_query: tap }: TelegramUpdate): Promise<void> {
    if (message !== undefined && message.from?.is_bot !== true && this.#knows(message.chat.id)) {
      await this.#command(message.chat.id, message.from?.id ?? '', message.text ?? '', message.date * 1000);
    }
    const chat = tap?.message?.chat.id;
    if (tap !== undefined && chat !== undefined && this.#knows(chat)) {
      await this.#options.api('answerCallbackQuery', { callback_query_id: tap.id });
      await this.#tapped(chat, tap.from.id, tap.data ?? '');
    }
  }

  async #command(chat: string, user: string, text: string, at: number): Promise<void> {
    const { api, clock, mayAct } = this.#options;
    const { status, profit, acts: does } = this.#options.actions;
    const [command = '', strategy, ...more] = text.trim().split(/\s+/);
    const name = command.replace(/@\w+$/, '');
    if (!name.startsWith('/')) return;
    if (clock.now() - at > OLDEST_MS) return say(api, chat, `${name} was sent more than a minute ago: send it again`);
    if (name === '/status')
      return say(
        api,
        chat,
        await Promise.resolve()
          .then(status)
          .catch((error: unknown) => `how it stands could not be read: ${messageOf(error)}`),
      );
    if (name === '/profit' && profit !== undefined) {
      const period = PERIODS.find((one) => one === (strategy ?? 'day'));
      if (period === undefined || more.length > 0) return say(api, chat, HELP);
      // A long history takes a while: no `/stop` waits behind it.
      void this.#tellLater(chat, () => profit(period, this.#ending.signal));
      return;
    }
    if (typeof does === 'string') return say(api, chat, `/status\n${does}`);
    const acts: Readonly<Record<string, () => Promise<string>>> = {
      '/pause': () => does.pause(strategy),
      '/resume': () => does.resume(strategy),
      '/stop': () => does.stop(),
    };
    const act = acts[name];
    if (act === undefined || more.length > 0 || (name === '/stop' && strategy !== undefined)) return say(api, chat, HELP);
    if (!mayAct) return say(api, chat, `${name} is not allowed from here: commands is not \`act\` in the configuration`);
    const nonce = randomBytes(16).toString('base64url');
    if (this.#asked.size >= MOST_ASKED) this.#asked.delete(this.#asked.keys().next().value!);
    this.#asked.set(nonce, { chat, user, untilMs: clock.monotonicMs() + CONFIRM_WITHIN_MS, act });
    return say(api, chat, `${name} ${strategy ?? (name === '/stop' ? 'the daemon' : 'everything')}?`, [
      ['Yes, do it', `yes ${nonce}`],
      ['No', `no ${nonce}`],
    ]);
  }

  async #tapped(chat: string, user: string, data: string): Promise<void> {
    const { api, clock } = this.#options;
    const [answer, nonce = ''] = data.split(' ');
    const asked = this.#asked.get(nonce);
    if (asked === undefined || asked.chat !== chat || asked.user !== user)
      return say(api, chat, 'nothing is asked for any more; nothing was done');
    this.#asked.delete(nonce);
    if (answer !== 'yes') return say(api, chat, 'nothing was done');
    if (clock.monotonicMs() > asked.untilMs) return say(api, chat, 'that came after more than a minute; nothing was done');
    return say(api, chat, await asked.act().catch((error: unknown) => `it was not done: ${messageOf(error)}`));
  }

  async #tellLater(chat: string, read: () => Promise<string>): Promise<void> {
    const { api, onTrouble } = this.#options;
    try {
      const text = await read().catch((error: unknown) => `it could not be read: ${messageOf(error)}`);
      if (!this.#ending.signal.aborted) await say(api, chat, text);
    } catch (error) {
      onTrouble(`an answer to the chat ${chat} of Telegram could not be sent: ${messageOf(error)}`);
    }
  }

  #knows(chat: string): boolean {
    if (this.#options.chats.includes(chat)) return true;
    if (!this.#strangers.has(chat) && this.#strangers.size < MOST_STRANGERS) {
      this.#strangers.add(chat);
      this.#options.onTrouble(`the chat ${chat} of Telegram is not among \`chats\`, and gets no answer`);
    }
    return false;
  }
}
