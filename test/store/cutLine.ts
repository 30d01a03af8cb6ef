import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { systemClock } from '../../src/base/systemClock.ts';

type Fate = 'pass' | 'lose-request' | 'lose-answer' | 'hold-answer' | 'stand-still';

/** A line to a server of this machine, that can be cut and can stand still. */
export class CutLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: 'open' | 'still' | 'cut' = 'open';
  #answersAfterMs = 0;
  #watch: (bytes: Buffer) => Fate = () => 'pass';

  /** `hears` is told what goes to the server, and when the connection was made. */
  constructor(target: number, hears: (bytes: Buffer, openedMs: number) => void = () => undefined) {
    this.#server = createServer((near) => {
      const openedMs = performance.now();
      if (this.#state === 'cut') return void near.destroy();
      const far = connect({ port: target, host: '127.0.0.1' });
      let losesAnswers = false;
      near.on('data', (bytes: Buffer) => {
        const what = this.#watch(bytes);
        if (what === 'lose-request') return void near.destroy();
        if (what === 'stand-still') {
          this.standStill();
          near.unshift(bytes);
          return;
        }
        losesAnswers ||= what === 'lose-answer';
        // What it asks for is done, and nobody hears of it.
        if (what === 'hold-answer') far.pause();
        hears(bytes, openedMs);
        far.write(bytes);
      });
      far.on('data', (bytes: Buffer) => {
        if (losesAnswers) near.destroy();
        else if (this.#answersAfterMs === 0) near.write(bytes);
        else systemClock.setTimer(this.#answersAfterMs, () => near.write(bytes));
      });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        if (this.#state === 'still') one.pause();
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
  at(text: string, what: Exclude<Fate, 'pass'>): void {
    this.#watch = (bytes) => {
      if (!bytes.includes(text)) return 'pass';
      this.#watch = () => 'pass';
      return what;
    };
  }

  /** From now on each answer comes that much later. */
  slow(answersAfterMs: number): void {
    this.#answersAfterMs = answersAfterMs;
  }

  get isStill(): boolean {
    return this.#state === 'still';
  }

  /** Nothing passes any more, and nobody is told; what is sent meanwhile arrives when it is mended. */
  standStill(): void {
    this.#state = 'still';
    for (const socket of this.#sockets) socket.pause();
  }

  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#state = 'open';
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
