import type { z } from 'zod';
import { keepsSecrets } from '../base/loopback.ts';
import { choice, duration, flag, listOf, mapOf, path, secretReference, section, url } from './kinds.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

const isName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(text);

const address = (about: string) =>
  path({ about }, 'an address, like sluice@example.com', 'sluice@example.com', (text) =>
    /^[^\s<>@,;:"]{1,64}@[A-Za-z0-9.-]{1,200}$/.test(text),
  );

const channel = section('A channel', {
  type: choice(
    { about: 'webhook (signed as Standard Webhooks), slack (and what takes the same messages, like Mattermost), telegram or email' },
    ['webhook', 'slack', 'telegram', 'email'],
  ),
  url: url({ about: 'Of a webhook: where it is called; of telegram: a Bot API server of your own' }).optional(),
  chats: listOf(
    'Of telegram: the ids of the chats that are told, and listened to',
    path({ about: 'The id of a chat' }, 'the id of a chat, like 123456789', '123456789', (text) => /^-?\d{1,20}$/.test(text)),
    'ids of chats',
    20,
    '[123456789]',
  ).optional(),
  commands: choice({ about: 'Of telegram: whether its chats may ask for the status (read, the default), also act, or nothing' }, [
    'none',
    'read',
    'act',
  ]).optional(),
  server: path({ about: 'Of email: the SMTP server' }, 'a host and a port, like smtp.example.com:465', 'smtp.example.com:465', (text) =>
    /^[A-Za-z0-9.-]{1,200}:\d{1,5}$/.test(text),
  ).optional(),
  user: path({ about: 'Of email: who logs in; without it, the sender' }, 'a name of at most 200 characters', 'sluice', (text) =>
    /^[\u0021-\u007e]{1,200}$/.test(text),
  ).optional(),
  from: address('Of email: the sender').optional(),
  to: listOf('Of email: the recipients', address('A recipient'), 'addresses', 20, '[me@example.com]').optional(),
  secret: secretReference({
    about: 'Of a webhook: the key that signs (whsec_ and base64); of slack: its whole address, which is a secret',
  }),
  level: choice({ about: 'Least level of what it is told' }, LEVELS).prefault('warn'),
  digest: flag({ about: 'Whether it gets the daily digest' }).prefault(true),
});

/** What people and machines outside are told. */
export const messagesSection = section('Messages: what happens, a digest a day, and a sign of life', {
  channels: mapOf('Where messages go, by name', isName, 'a name of letters, digits, - and _ (at most 40)', channel).prefault({}),
  events: mapOf(
    'The level of an event of the log, in place of its own',
    isName,
    'the name of an event, like fill',
    choice({ about: 'Its level; off leaves it out' }, [...LEVELS, 'off']),
  ).prefault({}),
  every: duration(
    { about: 'Least time between two messages of one channel; what happens meanwhile is one message' },
    { min: '1s', max: '1h' },
  ).prefault('30s'),
  digest: path({ about: 'Time of the daily digest, UTC; without it there is none' }, 'a time like 08:00', '08:00', (text) =>
    /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text),
  ).optional(),
  heartbeat: section("A sign of life for a dead man's switch: an address that is read while the daemon is ready to trade", {
    url: secretReference({ about: 'Its whole address, which is a secret' }),
    every: duration({ about: 'Time between two signs' }, { min: '10s', max: '1h' }).prefault('5m'),
  }).optional(),
});

/** A broken rule of a channel, and where it is shown. */
interface ChannelFault {
  readonly path: readonly string[];
  readonly message: string;
  readonly atKey?: boolean;
}

/** Rules of channels that no single field can check. */
export function messageFaults(messages: z.output<typeof messagesSection> | undefined): ChannelFault[] {
  return Object.entries(messages?.channels ?? {}).flatMap(([name, channel]) => {
    const { type, url: called, chats, commands } = channel;
    const at = ['messages', 'channels', name];
    if (type === 'webhook' && called === undefined)
      return [{ path: [...at, 'url'], message: 'is missing: a webhook needs its address', atKey: true }];
    if (type === 'slack' && called !== undefined)
      return [{ path: [...at, 'url'], message: 'slack has none: its whole address is its secret' }];
    if (type === 'telegram' && chats === undefined)
      return [{ path: [...at, 'chats'], message: 'is missing: telegram needs the ids of its chats', atKey: true }];
    const missing = (['server', 'from', 'to'] as const).find((member) => (type === 'email') === (channel[member] === undefined));
    if (missing !== undefined)
      return [
        {
          path: [...at, missing],
          message: type === 'email' ? 'is missing: e-mail needs server, from and to' : `${type} has none`,
          atKey: true,
        },
      ];
    if (type === 'email' && called !== undefined) return [{ path: [...at, 'url'], message: 'email has none: name its server' }];
    if (type !== 'telegram' && (chats !== undefined || commands !== undefined))
      return [{ path: [...at, chats === undefined ? 'commands' : 'chats'], message: `${type} has none` }];
    if (called === undefined || keepsSecrets(new URL(called))) return [];
    return [{ path: [...at, 'url'], message: 'needs https:// (http:// is for this machine only)' }];
  });
}
