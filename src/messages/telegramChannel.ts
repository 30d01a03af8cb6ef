import { redacted } from '../base/redacted.ts';
import { type Channel, messageText } from './message.ts';
import type { TelegramApi } from './telegramApi.ts';

export interface TelegramOptions extends Pick<Channel, 'name' | 'level' | 'digest'> {
  readonly api: TelegramApi;
  readonly chats: readonly string[];
}

/** The most that one message may have (Bot API, sendMessage). */
const MOST_TEXT = 4096;

/** Sends plain text to each chat. */
export function telegramChannel({ name, level, digest, api, chats }: TelegramOptions): Channel {
  let last = { id: '', told: new Set<string>() };
  return {
    name,
    type: 'telegram',
    level,
    digest,
    async send(message) {
      // A chat that has a message does not get it again when another one's try failed.
      if (last.id !== message.id) last = { id: message.id, told: new Set() };
      for (const chat of chats) {
        if (last.told.has(chat)) continue;
        await say(api, chat, messageText(message));
        last.told.add(chat);
      }
    },
  };
}

/** Says something in a chat. `buttons`: a row of them, each with what comes back when it is tapped. */
export async function say(
  api: TelegramApi,
  chat: string,
  text: string,
  buttons: readonly (readonly [title: string, data: string])[] = [],
): Promise<void> {
  const keyboard = { inline_keyboard: [buttons.map(([title, data]) => ({ text: title, callback_data: data }))] };
  const shown = redacted(text).slice(0, MOST_TEXT);
  await api('sendMessage', { chat_id: chat, text: shown, ...(buttons.length === 0 ? {} : { reply_markup: keyboard }) });
}
