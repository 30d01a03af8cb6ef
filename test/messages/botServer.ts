import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../until.ts';

export const TOKEN = '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAA';

interface Sent {
  readonly chat_id: string;
  readonly text: string;
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { readonly text: string; readonly callback_data: string }[])[] };
}

/** A Bot API on this machine, with the chats of a test. */
export class BotServer {
  readonly sent: Sent[] = [];
  /** Answers sendMessage with this status instead, by the chat. */
  readonly refuses = new Map<string, number>();
  /** How often updates were asked for. */
  polls = 0;
  url = '';
  readonly #updates: object[] = [];
  #server: Server | undefined;
  #waiting: (() => void) | undefined;
  #next = 1;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => this.#answer(request.url!, JSON.parse(body) as never, response));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  type(chat: number, text: string, over: { readonly user?: number; readonly date?: number } = {}): void {
    const { user = 7, date = Math.floor(Date.now() / 1000) } = over;
    this.#add({ message: { date, chat: { id: chat }, from: { id: user, is_bot: false }, text } });
  }

  tap(chat: number, data: string, user = 7): void {
    this.#add({ callback_query: { id: 'tap', from: { id: user, is_bot: false }, message: { chat: { id: chat } }, data } });
  }

  /** What was said after so many messages, once there is one more. */
  async said(count = this.sent.length): Promise<Sent> {
    return until(
      () => this.sent[count],
      (sent) => sent !== undefined,
    ) as Promise<Sent>;
  }

  /** Types a command and gives back what is said to it. */
  async ask(chat: number, text: string, over: { readonly user?: number; readonly date?: number } = {}): Promise<Sent> {
    const count = this.sent.length;
    this.type(chat, text, over);
    return this.said(count);
  }

  async answer(chat: number, data: string, user = 7): Promise<string> {
    const count = this.sent.length;
    this.tap(chat, data, user);
    return (await this.said(count)).text;
  }

  #add(update: object): void {
    this.#updates.push({ update_id: this.#next++, ...update });
    this.#waiting?.();
  }

  #answer(url: string, params: Sent & { readonly offset: number }, response: ServerResponse): void {
    const reply = (result: unknown): void => void response.end(JSON.stringify({ ok: true, result }));
    if (!url.startsWith(`/bot${TOKEN}/`)) return void response.writeHead(401).end('{"ok":false}');
    if (url.endsWith('/getUpdates')) {
      this.polls++;
      const give = (): boolean => {
        const news = this.#updates.filter((update) => (update as { update_id: number }).update_id >= params.offset);
        if (news.length > 0) reply(news);
        return news.length > 0;
      };
      if (!give()) this.#waiting = () => give() && (this.#waiting = undefined);
      return undefined;
    }
    if (!url.endsWith('/sendMessage')) return reply(true);
    const status = this.refuses.get(params.chat_id);
    if (status !== undefined) return void response.writeHead(status).end('{"ok":false}');
    this.sent.push(params);
    return reply({});
  }
}
