import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { createLog, type LogFields, type LogLevel } from '../../src/daemon/log.ts';

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

function logging(level: LogLevel, ...secrets: string[]) {
  let text = '';
  const log = createLog(
    { write: (line) => (text += line) },
    level,
    secrets.map((secret) => new Secret(secret)),
  );
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe(createLog.name, () => {
  it('writes one JSON line with level, time, event, message and listed fields', () => {
    const { log, lines } = logging('info');
    log.write('warn', 'order-opened', 'order 7 is open', { orderId: '7', strategy: 'maker', adopted: true, count: 3 });
    expect(lines()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        event: 'order-opened',
        msg: 'order 7 is open',
        orderId: '7',
        strategy: 'maker',
        adopted: true,
        count: 3,
      },
    ]);
  });

  it('drops every field that is not on the list', () => {
    const { log, text } = logging('info');
    log.write('info', 'x', 'm', { secret: 'canary', headers: { authorization: 'canary' }, body: 'canary' } as LogFields);
    expect(text()).not.toContain('canary');
  });

  it('writes nothing below its level', () => {
    const { log, text } = logging('error');
    log.write('info', 'x', 'quiet');
    expect(text()).toBe('');
  });

  it.each(LEVELS)('shows no secret at level %s: in messages, fields, errors and their causes', (level) => {
    const secret = 'kT9/+canary"\\é=';
    const { log, text } = logging('trace', secret);
    const error = new Fault('network', `sent ${secret}`, { cause: new Error(secret), suggestion: secret });
    log.write(level, 'x', `message ${secret}`, {
      reason: error,
      file: `https://venue.test/?key=${encodeURIComponent(secret)}`,
      lane: JSON.stringify({ deep: { secret } }),
      code: { toString: () => secret },
      kind: new Error(secret),
      rule: [secret, [secret]],
    });
    log.write(level, 'x', secret);
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'canary'])
      expect(text()).not.toContain(form);
    expect(text()).toContain('***');
  });

  it('cuts no secret in two at the end of a long text', () => {
    const secret = 'c4naryc4nary';
    for (let length = 485; length <= 500; length++) {
      const { log, text } = logging('trace', secret);
      log.write('info', 'x', 'm'.repeat(length) + secret);
      expect(text()).not.toContain('c4na');
    }
  });

  it('keeps a stranger from forging lines or moving the cursor, and bounds what is written', () => {
    const { log, text, lines } = logging('info');
    log.write('info', 'x', 'a\n{"level":"fatal"}\u001b[2J\u2028b', { reason: 'r'.repeat(5000) });
    expect(lines()).toHaveLength(1);
    expect(lines()[0]!['msg']).toBe('a {"level":"fatal"} [2J b');
    expect(text().length).toBeLessThan(800);
  });

  it('survives values that have no text', () => {
    const { log, lines } = logging('info');
    log.write('info', 'x', 'm', { reason: Object.create(null) as unknown, code: Symbol('s'), kind: 12n });
    expect(lines()[0]).toMatchObject({ reason: 'a value that has no text', code: 'Symbol(s)', kind: '12' });
  });
});
