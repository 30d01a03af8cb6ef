import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Channel, Message } from '../../src/messages/message.ts';

export const START = Date.UTC(2026, 10, 20, 12);
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type Fate = 'deliver' | 'fail' | 'refuse' | 'hang' | { readonly retryAfterMs: number };

/** A channel that does as it is told, and what it was told. */
export interface ChannelBench extends Channel {
  readonly clock: VirtualClock;
  fate: Fate;
  /** Every try. */
  readonly tried: Message[];
  /** What arrived. */
  readonly messages: Message[];
  pass(ms: number): Promise<void>;
}

export function channelBench(
  over: Partial<Pick<Channel, 'name' | 'level' | 'digest'>> = {},
  clock = new VirtualClock(START),
): ChannelBench {
  const bench: ChannelBench = {
    name: 'ops',
    type: 'test',
    level: 'warn',
    digest: true,
    ...over,
    clock,
    fate: 'deliver',
    tried: [],
    messages: [],
    pass: (ms) => clock.advance(ms, settled),
    async send(message) {
      bench.tried.push(message);
      const { fate } = bench;
      if (fate === 'hang') return new Promise(() => undefined);
      if (fate === 'refuse') throw new Fault('refused', 'HTTP 404');
      if (fate === 'fail') throw new Fault('network', 'nobody is there', { retryable: true });
      if (fate !== 'deliver') throw new Fault('network', 'HTTP 429', { retryable: true, ...fate });
      bench.messages.push(message);
      return undefined;
    },
  };
  return bench;
}
