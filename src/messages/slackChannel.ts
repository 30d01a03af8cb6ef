import type { Clock } from '../base/clock.ts';
import { redacted } from '../base/redacted.ts';
import type { Transport } from '../client/transport.ts';
import { type Channel, messageText } from './message.ts';
import { postMessage } from './postMessage.ts';

export interface SlackOptions extends Pick<Channel, 'name' | 'level' | 'digest'> {
  /** The whole address of the incoming webhook. */
  readonly address: string;
  readonly transport: Transport;
  readonly clock: Clock;
}

const MOST_TEXT = 3000;

/** Posts text to an incoming webhook as Slack has it, and what takes the same, like Mattermost and Rocket.Chat. */
export function slackChannel({ name, level, digest, address, transport, clock }: SlackOptions): Channel {
  return {
    name,
    type: 'slack',
    level,
    digest,
    async send(message) {
      const text = redacted(messageText(message)).slice(0, MOST_TEXT);
      // Slack reads <...> as a link or a call to everybody.
      const escaped = uncalled(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      await postMessage(transport, { method: 'POST', url: address, body: JSON.stringify({ text: escaped }) }, clock.now());
    },
  };
}

/** Mattermost and Rocket.Chat ring everybody for a plain `@channel`. With a space of no width after its `@` it is a word. */
function uncalled(text: string): string {
  return text.replaceAll(/(?<!\w)@(?=\w)/g, '@\u200b');
}
