import { setImmediate } from 'node:timers/promises';
import type * as Clocks from '../../src/base/virtualClock.ts';
import type { TelegramApi } from '../../src/messages/telegramApi.ts';
import type * as Desks from '../../src/messages/telegramCommands.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';

const FILE = 'src/messages/telegramCommands.ts';
const KNOWN: Guard = [FILE, 'if (this.#options.chats.includes(chat)) return true;', 'return true;'];
const BOTS: Guard = [FILE, 'message.from?.is_bot !== true && ', ''];
const SAME_USER: Guard = [FILE, ' || asked.user !== user', ''];
const SAME_CHAT: Guard = [FILE, 'asked.chat !== chat || ', ''];
const IN_TIME: Guard = [FILE, 'if (clock.monotonicMs() > asked.untilMs) return', 'if (clock.monotonicMs() < 0) return'];
const RECENT: Guard = [FILE, 'if (clock.now() - at > OLDEST_MS) return', 'if (clock.now() < 0) return'];
const ONCE: Guard = [FILE, 'this.#asked.delete(nonce);', ''];
const MAY_ACT: Guard = [FILE, 'if (!mayAct) return', 'if (chat === undefined) return'];
const SECOND_TAP: Guard = [
  FILE,
  "const nonce = randomBytes(16).toString('base64url');",
  "return say(api, chat, await act()); const nonce = '';",
];
const RANDOM: Guard = [FILE, "randomBytes(16).toString('base64url')", 'String(this.#asked.size)'];

const NOW = Date.UTC(2026, 10, 20, 10);
const OWN_CHAT = '42';
const OWNER = '7';

/** What is said in a chat so far; the text that confirms is that of its first button. */
type Step = (said: { readonly yes: string }, clock: Clocks.VirtualClock) => object | Promise<object>;

const types =
  (text: string, { chat = OWN_CHAT, user = OWNER, date = NOW, isBot = false } = {}): Step =>
  () => ({
    message: { date: date / 1000, chat: { id: chat }, from: { id: user, is_bot: isBot }, text },
  });
const taps =
  ({ chat = OWN_CHAT, user = OWNER, data = '', afterMs = 0 } = {}): Step =>
  async ({ yes }, clock) => {
    await clock.advance(afterMs, () => setImmediate());
    return { callback_query: { id: 'tap', from: { id: user, is_bot: false }, message: { chat: { id: chat } }, data: data || yes } };
  };

/** What the daemon did after these steps, and what was said to each chat. */
async function after(copy: Copy, steps: readonly Step[], mayAct: boolean): Promise<{ done: number; told: readonly string[] }> {
  const { TelegramCommands } = await copy.load<typeof Desks>(FILE);
  const { VirtualClock } = await copy.load<typeof Clocks>('src/base/virtualClock.ts');
  const clock = new VirtualClock(NOW);
  const told: string[] = [];
  let done = 0;
  let next = 0;
  let yes = '';
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const api = async (method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> => {
    if (method === 'sendMessage') {
      told.push(String(params['chat_id']));
      const keyboard = params['reply_markup'] as { inline_keyboard: { callback_data: string }[][] } | undefined;
      yes = keyboard?.inline_keyboard[0]?.[0]?.callback_data ?? yes;
    }
    if (method !== 'getUpdates') return {};
    const step = steps[next++];
    if (step !== undefined) return [{ update_id: next, ...(await step({ yes }, clock)) }];
    end();
    return new Promise(() => {});
  };
  const act = (): Promise<string> => Promise.resolve(`done ${++done}`);
  const actions = { status: () => 'running', acts: { pause: act, resume: act, stop: act } };
  const commands = new TelegramCommands({
    api: api as TelegramApi,
    clock,
    chats: [OWN_CHAT, '-43'],
    mayAct,
    actions,
    onTrouble: () => undefined,
  });
  commands.start();
  await over;
  commands.end();
  return { done, told };
}

const has = (what: string, steps: readonly Step[], guards: readonly Guard[], { times = 1, mayAct = true } = {}): Attack => [
  what,
  async (copy) => (await after(copy, steps, mayAct)).done >= times,
  ...guards,
];

const ATTACKS: readonly Attack[] = [
  [
    'a stranger asks how the daemon is',
    async (copy) => (await after(copy, [types('/status', { chat: '666' })], true)).told.includes('666'),
    KNOWN,
  ],
  has('a stranger stops the daemon', [types('/stop', { chat: '666', user: '666' }), taps({ chat: '666', user: '666' })], [KNOWN]),
  has('another bot in the chat pauses', [types('/pause', { isBot: true }), taps()], [BOTS]),
  has('somebody else in the chat confirms what its owner has typed', [types('/stop'), taps({ user: '8' })], [SAME_USER]),
  has('it is confirmed in another chat', [types('/stop'), taps({ chat: '-43' })], [SAME_CHAT]),
  has('it is confirmed an hour later', [types('/resume'), taps({ afterMs: 3_600_000 })], [IN_TIME]),
  has('what was typed yesterday, while nobody listened', [types('/resume', { date: NOW - 86_400_000 }), taps()], [RECENT]),
  has('one confirmation is sent twice', [types('/resume'), taps(), taps()], [ONCE], { times: 2 }),
  has('a chat that may only look stops the daemon', [types('/stop'), taps()], [MAY_ACT], { mayAct: false }),
  has('a command without a confirmation', [types('/stop')], [SECOND_TAP]),
  has('the confirmation is guessed', [types('/stop'), taps({ data: 'yes 0' })], [RANDOM]),
];

export const CHAT: Target = { name: 'commands by chat', attacks: ATTACKS };
