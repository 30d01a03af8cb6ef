import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { emailChannel, smtpPlace } from '../../src/messages/emailChannel.ts';
import type { Channel, Message } from '../../src/messages/message.ts';

const PASSWORD = 'a-password-of-a-test';

let server: Server;
let port: number;
let mails: string[];
/** Answers other than the usual ones, by the beginning of a line. */
let answers: Record<string, string>;

beforeEach(async () => {
  mails = [];
  answers = {};
  server = createServer(talk);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(() => void server.close());

/** A server of SMTP that takes mail from whoever knows the password. */
function talk(socket: Socket): void {
  let text = '';
  let isData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  say('220 mail.test ESMTP');
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (;;) {
      const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        mails.push(line);
        say('250 taken');
        continue;
      }
      const other = Object.keys(answers).find((start) => line.startsWith(start));
      if (other !== undefined) say(answers[other]!);
      else if (line.startsWith('EHLO')) say('250-mail.test\r\n250 AUTH PLAIN');
      else if (line.startsWith('AUTH PLAIN')) say(isRight(line) ? '235 welcome' : '535 wrong');
      else if (line === 'DATA') {
        isData = true;
        say('354 go on');
      } else say('250 ok');
    }
  });
}

function isRight(line: string): boolean {
  return Buffer.from(line.split(' ')[2]!, 'base64').toString() === `\0sluice\0${PASSWORD}`;
}

const message: Message = {
  id: 'msg_1',
  at: 0,
  level: 'error',
  title: 'sluice LIVE venue.test',
  lines: [{ at: 0, level: 'error', event: 'lane-frozen', text: 'BTC/EUR is frozen', count: 1 }],
  more: {},
};

const channel = (password = PASSWORD, to = ['me@example.com', 'you@example.com']): Channel =>
  emailChannel({
    name: 'mail',
    level: 'warn',
    digest: true,
    server: `127.0.0.1:${port}`,
    user: 'sluice',
    password: new Secret(password),
    from: 'sluice@example.com',
    to,
  });
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'delivered',
    (error: unknown) => error,
  );

describe(emailChannel, () => {
  it('sends plain text to all, under an id that stays the same', async () => {
    await channel().send(message);
    expect(mails).toHaveLength(1);
    for (const words of [
      'From: sluice@example.com',
      'To: me@example.com, you@example.com',
      'Subject: sluice LIVE venue.test: error',
      'Message-ID: <msg_1@sluice>',
    ]) {
      expect(mails[0]).toContain(words);
    }
    expect(mails[0]).toContain('00:00:00 ERROR BTC/EUR is frozen');
  });

  it('never sends a secret of this process', async () => {
    await channel().send({ ...message, lines: [{ ...message.lines[0]!, text: `it said ${PASSWORD}` }] });
    expect(mails[0]).toContain('it said');
    expect(mails[0]).not.toContain(PASSWORD);
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['a box that is full', { RCPT: '452 full' }, true],
    ['a server that is busy', { MAIL: '421 later' }, true],
    ['a recipient that nobody knows', { RCPT: '550 unknown' }, false],
  ])('of %s says whether another try may help', async (_what, other, retryable) => {
    answers = other;
    expect(await faultOf(channel().send(message))).toMatchObject({ retryable });
    expect(mails).toEqual([]);
  });

  it('takes a wrong password for final, and shows it nowhere', async () => {
    const found = await faultOf(channel('another-password-1').send(message));
    expect(found).toMatchObject({ code: 'refused', retryable: false });
    expect(String(found)).not.toContain('another-password-1');
  });

  it('asks for TLS everywhere but on this machine', () => {
    expect(smtpPlace('smtp.example.com:465')).toEqual({ host: 'smtp.example.com', port: 465, secure: true, requireTLS: true });
    expect(smtpPlace('smtp.example.com:587')).toMatchObject({ secure: false, requireTLS: true });
    expect(smtpPlace('127.0.0.1:25')).toMatchObject({ secure: false, requireTLS: false });
  });

  it('may be tried again where nobody listens', async () => {
    server.close();
    await once(server, 'close');
    expect(await faultOf(channel().send(message))).toMatchObject({ code: 'network', retryable: true });
  });
});
