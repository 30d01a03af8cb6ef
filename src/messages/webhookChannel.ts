import { createHmac } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { redacted } from '../base/redacted.ts';
import type { Secret } from '../base/secret.ts';
import type { Transport } from '../client/transport.ts';
import type { Channel } from './message.ts';
import { postMessage } from './postMessage.ts';

export interface WebhookOptions extends Pick<Channel, 'name' | 'level' | 'digest'> {
  readonly url: string;
  readonly secret: Secret;
  readonly transport: Transport;
  readonly clock: Clock;
}

const PREFIX = 'whsec_';
/** Standard Webhooks, "Symmetric": between 24 and 64 bytes. */
const LEAST_KEY_BYTES = 24;
const MOST_KEY_BYTES = 64;

/**
 * Calls an address with JSON, signed as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` in seconds, `webhook-signature` with
 * `v1,` and the HMAC-SHA256 of `id.timestamp.body`. Throws a `Fault` `configuration` when the secret is no key of that kind.
 */
export function webhookChannel({ name, level, digest, url, secret, transport, clock }: WebhookOptions): Channel {
  const key = keyOf(secret, name);
  return {
    name,
    type: 'webhook',
    level,
    digest,
    async send({ id, at, ...message }) {
      const lines = message.lines.map((line) => ({ ...line, at: isoOf(line.at) }));
      const body = redacted(JSON.stringify({ type: 'sluice.message', timestamp: isoOf(at), data: { ...message, lines } }));
      const now = clock.now();
      const timestamp = String(Math.floor(now / 1000));
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatureOf(key, id, timestamp, body) };
      await postMessage(transport, { method: 'POST', url, headers, body }, now);
    },
  };
}

/** `timestamp`: seconds, as text. */
export function signatureOf(key: Buffer, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

function keyOf(secret: Secret, name: string): Buffer {
  const text = secret.reveal();
  const written = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const key = Buffer.from(written, 'base64');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(written);
  if (isBase64 && key.length >= LEAST_KEY_BYTES && key.length <= MOST_KEY_BYTES) return key;
  throw new Fault(
    'configuration',
    `messages.channels.${name}.secret: expected whsec_ and ${LEAST_KEY_BYTES} to ${MOST_KEY_BYTES} bytes in base64`,
    {
      suggestion: 'make one: echo "whsec_$(head -c 32 /dev/urandom | base64)"',
    },
  );
}
