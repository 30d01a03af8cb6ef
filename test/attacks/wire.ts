import { connect } from 'node:net';

/** A request as bytes on the wire, where anybody may write what he likes. */
export interface Raw {
  readonly method?: string;
  readonly target?: string;
  /** Lines of the head, without the first. */
  readonly lines?: readonly string[];
  readonly body?: string;
}

export function rawRequest({ method = 'GET', target = '/', lines = [], body = '' }: Raw): string {
  const length =
    body === '' || lines.some((line) => /^(?:content-length|transfer-encoding):/i.test(line))
      ? []
      : [`content-length: ${Buffer.byteLength(body)}`];
  return `${[`${method} ${target} HTTP/1.1`, ...lines, ...length, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends what there is to say and gives all that comes back until the connection ends. `place` is a port of this machine or a socket's path. */
export function converse(place: number | string, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const onOpen = (): void => void socket.write(text);
    const socket = typeof place === 'number' ? connect(place, '127.0.0.1', onOpen) : connect(place, onOpen);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    // A reset is an answer too.
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

/** A body in one piece of the chunked coding. */
export function chunked(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}
