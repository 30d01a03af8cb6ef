import { Fault, messageOf } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { systemClock } from '../base/systemClock.ts';
import { ulid } from '../base/ulid.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { Message } from '../messages/message.ts';
import { messageChannels, type MessageWays } from '../messages/messageChannels.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** What became of a test message. */
export interface Delivery {
  readonly channel: string;
  readonly type: string;
  /** Why it did not arrive. */
  readonly trouble: string | undefined;
}

interface Target {
  readonly channel: string;
  readonly type: string;
  readonly deliver: () => Promise<unknown>;
}

/** Sends a test to every channel, or to one, each once. Rejects with `not-found` where there is none of the name. */
export async function deliverTests(shell: Shell, only: string | undefined): Promise<readonly Delivery[]> {
  const transport = createHttpTransport();
  try {
    const targets = targetsOf(messageChannels(await settingsOf(shell), shell.env, transport, systemClock));
    const wanted = targets.filter(({ channel }) => only === undefined || channel === only);
    if (wanted.length === 0) {
      throw new Fault('not-found', only === undefined ? 'the configuration names no channel' : `there is no channel ${only}`, {
        suggestion:
          targets.length === 0
            ? 'name channels under messages: in the configuration'
            : `there are ${targets.map(({ channel }) => channel).join(', ')}`,
      });
    }
    return await Promise.all(
      wanted.map(async ({ channel, type, deliver }) => {
        const trouble = await deliver().then(() => undefined, messageOf);
        return { channel, type, trouble };
      }),
    );
  } finally {
    await transport.close();
  }
}

function targetsOf({ channels, beat }: MessageWays): readonly Target[] {
  const sent = channels.map((channel) => ({ channel: channel.name, type: channel.type, deliver: () => channel.send(testMessage()) }));
  return beat === undefined ? sent : [...sent, { channel: 'heartbeat', type: 'heartbeat', deliver: beat }];
}

function testMessage(): Message {
  const at = systemClock.now();
  const line = { at, level: 'info', event: 'test', text: 'a test of this channel, sent by `sluice messages test`', count: 1 } as const;
  return { id: `msg_${ulid(at, seededRandom(`test:${at}:${process.pid}`))}`, at, level: 'info', title: 'sluice', lines: [line], more: {} };
}
