import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Secret } from '../base/secret.ts';
import type { Transport } from '../client/transport.ts';
import { postMessage } from './postMessage.ts';

/** The methods of the Bot API, by their names there. */
export type TelegramApi = <T>(method: string, params: Readonly<Record<string, unknown>>, withinMs?: number) => Promise<T>;

export interface TelegramApiOptions {
  /** Without a path; the token comes behind it. */
  readonly url: string;
  readonly token: Secret;
  readonly transport: Transport;
  readonly clock: Clock;
}

export const TELEGRAM_URL = 'https://api.telegram.org';

/** Calls the Bot API. Rejects with a `Fault` as `postMessage` does; the token is in no message. */
export function telegramApi({ url, token, transport, clock }: TelegramApiOptions): TelegramApi {
  return async <T>(method: string, params: Readonly<Record<string, unknown>>, withinMs?: number) => {
    const posting = { method: 'POST' as const, url: `${url}/bot${token.reveal()}/${method}`, body: JSON.stringify(params), withinMs };
    const answer = await postMessage(transport, posting, clock.now());
    try {
      return (JSON.parse(Buffer.from(answer).toString()) as { readonly result: T }).result;
    } catch {
      throw new Fault('unreadable-reply', `the answer to ${method} can't be read`, { retryable: true });
    }
  };
}
