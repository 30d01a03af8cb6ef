import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** Times that no program on this machine can beat, measured in the same rounds as the contenders. */
export interface Floor {
  readonly once: () => Promise<void>;
  readonly close: () => void;
}

/** Writing one page into a file that already has room for it, and its flush to disk: the least that a journal can do. */
export function diskFloor(folder: string): Floor {
  const pages = 256;
  const page = Buffer.alloc(4096, 1);
  const file = openSync(join(folder, 'floor'), 'w');
  for (let i = 0; i < pages; i++) writeSync(file, page, 0, page.length, i * page.length);
  fdatasyncSync(file);
  let at = 0;
  return {
    once: async () => {
      at = (at + 1) % pages;
      writeSync(file, page, 0, page.length, at * page.length);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** The prepared requests on one kept socket. Only the length of the answers is read. */
export function socketFloor(port: number, requests: readonly string[]): Floor {
  const messages = requests.map((text) => Buffer.from(text));
  let socket: Socket | undefined;
  const open = async (): Promise<Socket> => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    // The server closes it while others have their rounds.
    opened.once('close', () => (socket = undefined));
    await once(opened, 'connect');
    return opened;
  };
  return {
    once: async () => {
      socket ??= await open();
      for (const message of messages) await ask(socket, message);
    },
    close: () => socket?.destroy(),
  };
}

function ask(socket: Socket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    let missing: number | undefined;
    const onData = (chunk: Buffer): void => {
      if (missing === undefined) {
        const bodyAt = chunk.indexOf('\r\n\r\n') + 4;
        missing = bodyAt + Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, bodyAt))![1]);
      }
      missing -= chunk.length;
      if (missing > 0) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData).write(message);
  });
}
