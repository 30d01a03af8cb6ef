import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { ProcessLock } from './processLock.ts';

export interface MachineLockOptions {
  readonly name: string;
  /** What is owned, for the words of a refusal. */
  readonly what: string;
  /** What whoever is refused is told beside process and user. */
  readonly note: string;
  readonly clock: Clock;
}

/** How much is read of what an owner says about itself. */
const MOST_BYTES = 2048;
const ANSWERS_WITHIN_MS = 1000;

/**
 * Takes a name for the whole machine, whatever user asks and whatever folder it works in: a socket of the system's own name space,
 * which ends with its process. Only Linux has one; elsewhere the lock of the register stands alone. Another network name space, as
 * containers have, is another machine.
 *
 * Rejects with `daemon-running`, naming the owner.
 */
export async function takeMachineLock({ name, what, note, clock }: MachineLockOptions): Promise<ProcessLock | undefined> {
  if (process.platform !== 'linux') return undefined;
  const path = `\0sluice:${name}`;
  const server = createServer((socket) => socket.on('error', () => undefined).end(`process ${process.pid} of user ${userName()}; ${note}`));
  try {
    server.listen({ path });
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Fault('daemon-running', `${what} is in use by ${await ownerOf(path, clock)}`, {
      suggestion: 'use the daemon that is running, or end it',
    });
  }
  server.unref();
  return { release: () => closed(server) };
}

async function ownerOf(path: string, clock: Clock): Promise<string> {
  let text = '';
  const socket = connect({ path });
  const giveUp = clock.setTimer(ANSWERS_WITHIN_MS, () => socket.destroy());
  try {
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.length > MOST_BYTES) break;
    }
  } catch {
    // It ended just now, or is stopped and says nothing.
  } finally {
    giveUp();
    socket.destroy();
  }
  return text === '' ? 'another process' : text.slice(0, MOST_BYTES);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
