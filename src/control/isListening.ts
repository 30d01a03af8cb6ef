import { connect } from 'node:net';

/** Whether somebody listens on a unix socket. Nothing is sent to it. */
export function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const end = (answer: boolean): void => {
      probe.destroy();
      resolve(answer);
    };
    probe.once('connect', () => end(true));
    probe.once('error', () => end(false));
  });
}
