import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a server of this machine, that can be cut and can stand still. */
export class CutLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: 'open' | 'still' | 'cut' = 'open';
  #watch: (bytes: Buffer) => 'pass' | 'lose-request' | 'lose-answer' = () => 'pass';

  constructor(target: number) {
    this.#server = createServer((near) => {
      if (this.#state === 'cut') return void near.destroy();
      const far = connect({ port: target, host: '127.0.0.1' });
      let losesAnswers = false;
      near.on('data', (bytes: Buffer) => {
        if (this.#state === 'still') return;
        const what = this.#watch(bytes);
        if (what === 'lose-request') return void near.destroy();
        losesAnswers ||= what === 'lose-answer';
        far.write(bytes);
      });
      far.on('data', (bytes: Buffer) => {
        if (this.#state === 'still') return;
        if (losesAnswers) near.destroy();
        else near.write(bytes);
      });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** What becomes of the next message that holds a text, once. */
  at(text: string, what: 'lose-request' | 'lose-answer'): void {
    this.#watch = (bytes) => {
      if (!bytes.includes(text)) return 'pass';
      this.#watch = () => 'pass';
      return what;
    };
  }

  /** Nothing passes any more, and nobody is told. */
  standStill(): void {
    this.#state = 'still';
  }

  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#state = 'open';
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
