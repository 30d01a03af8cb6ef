import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { keepsSecrets } from '../base/loopback.ts';
import type { Secret } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Transport } from '../client/transport.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { type Environment, resolveSecret } from '../settings/secrets.ts';
import { emailChannel } from './emailChannel.ts';
import type { Channel } from './message.ts';
import { postMessage } from './postMessage.ts';
import { slackChannel } from './slackChannel.ts';
import { TELEGRAM_URL, type TelegramApi, telegramApi } from './telegramApi.ts';
import { telegramChannel } from './telegramChannel.ts';
import { webhookChannel } from './webhookChannel.ts';

/** What messages leave through. */
export interface MessageWays {
  readonly channels: readonly Channel[];
  /** Reads the address of the dead man's switch once. Undefined where there is none. */
  readonly beat: (() => Promise<unknown>) | undefined;
  readonly listeners: readonly ChatListener[];
}

/** A bot of Telegram whose chats may command. */
export interface ChatListener {
  readonly api: TelegramApi;
  readonly chats: readonly string[];
  readonly mayAct: boolean;
}

/** The channels of the settings, with their secrets followed. Throws a `Fault` `configuration` that names the setting. */
export function messageChannels({ messages, directory }: Settings, env: Environment, transport: Transport, clock: Clock): MessageWays {
  const secretAt = (path: string, reference: string): Secret => {
    const found = resolveSecret(reference, env, directory);
    if (typeof found === 'string') throw new Fault('configuration', `messages.${path}: ${found}`);
    return found.secret;
  };
  const listeners: ChatListener[] = [];
  const channels = Object.entries(messages.channels).map(([name, channel]) => {
    const { type, url, secret: reference, level, digest, chats = [], commands, server, from, user = from, to = [] } = channel;
    const secret = secretAt(`channels.${name}.secret`, reference);
    const common = { name, level, digest, transport, clock };
    if (type === 'webhook') return webhookChannel({ ...common, url: url!, secret });
    if (type === 'telegram') {
      const api = telegramApi({ url: url ?? TELEGRAM_URL, token: tokenOf(secret, name), transport, clock });
      if (commands !== 'none') listeners.push({ api, chats, mayAct: commands === 'act' });
      return telegramChannel({ name, level, digest, api, chats });
    }
    if (type === 'email') return emailChannel({ name, level, digest, server: server!, user: user!, password: secret, from: from!, to });
    return slackChannel({ ...common, address: addressOf(secret, `channels.${name}.secret`) });
  });
  const { heartbeat } = messages;
  if (heartbeat === undefined) return { channels, beat: undefined, listeners };
  const address = addressOf(secretAt('heartbeat.url', heartbeat.url), 'heartbeat.url');
  return { channels, listeners, beat: () => postMessage(transport, { method: 'GET', url: address }, clock.now()) };
}

function tokenOf(secret: Secret, name: string): Secret {
  if (/^\d{1,20}:[\w-]{20,100}$/.test(secret.reveal())) return secret;
  throw new Fault('configuration', `messages.channels.${name}.secret: expected the token of a bot, as BotFather gives it`);
}

/** Throws where `messageChannels` would. Nothing is sent. */
export function assertMessageChannels(settings: Settings, env: Environment): void {
  messageChannels(settings, env, NOWHERE, systemClock);
}

const NOWHERE: Transport = {
  send: () => Promise.reject(new Fault('internal', 'nothing is sent')),
  close: () => Promise.resolve(),
};

/** An address that is a secret is never shown. */
function addressOf(secret: Secret, path: string): string {
  const text = secret.reveal();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '' && keepsSecrets(url)) return text;
  throw new Fault('configuration', `messages.${path}: expected an address that starts with https:// (http:// is for this machine only)`);
}
