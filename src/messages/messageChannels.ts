import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { keepsSecrets } from '../base/loopback.ts';
import type { Secret } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Transport } from '../client/transport.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { type Environment, resolveSecret } from '../settings/secrets.ts';
import type { Channel } from './message.ts';
import { postMessage } from './postMessage.ts';
import { slackChannel } from './slackChannel.ts';
import { webhookChannel } from './webhookChannel.ts';

/** What messages leave through. */
export interface MessageWays {
  readonly channels: readonly Channel[];
  /** Reads the address of the dead man's switch once. Undefined where there is none. */
  readonly beat: (() => Promise<unknown>) | undefined;
}

/** The channels of the settings, with their secrets followed. Throws a `Fault` `configuration` that names the setting. */
export function messageChannels({ messages, directory }: Settings, env: Environment, transport: Transport, clock: Clock): MessageWays {
  const secretAt = (path: string, reference: string): Secret => {
    const found = resolveSecret(reference, env, directory);
    if (typeof found === 'string') throw new Fault('configuration', `messages.${path}: ${found}`);
    return found.secret;
  };
  const channels = Object.entries(messages.channels).map(([name, { type, url, secret: reference, level, digest }]) => {
    const secret = secretAt(`channels.${name}.secret`, reference);
    const common = { name, level, digest, transport, clock };
    if (type === 'webhook') return webhookChannel({ ...common, url: url!, secret });
    return slackChannel({ ...common, address: addressOf(secret, `channels.${name}.secret`) });
  });
  const { heartbeat } = messages;
  if (heartbeat === undefined) return { channels, beat: undefined };
  const address = addressOf(secretAt('heartbeat.url', heartbeat.url), 'heartbeat.url');
  return { channels, beat: () => postMessage(transport, { method: 'GET', url: address }, clock.now()) };
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
