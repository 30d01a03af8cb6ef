import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { cleanFault } from '../../src/client/cleanFault.ts';
import { faultFrom, json, scripted, type Seen } from './scripted.ts';

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.00100'), price: dec('61250.10') } as const;

describe('a venue that repeats what it was sent', () => {
  const echo = ({ headers }: Seen): string => JSON.stringify(Object.fromEntries(headers));

  it.each<[string, (text: string) => Response]>([
    ['in a message', (text) => json(JSON.stringify({ message: text, code: text }), 400)],
    [
      'in a message, folded and in base64',
      (text) => json(JSON.stringify({ message: Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\r\n') }), 400),
    ],
    ['in the errors of fields', (text) => json(JSON.stringify({ errors: { amount: [text] } }), 400)],
    ['as a page of something in between', (text) => new Response(`<html>${encodeURIComponent(text)}</html>`, { status: 403 })],
    ['in a reply that can not be read', (text) => json(JSON.stringify({ id: text }), 201)],
  ])('B6: %s gets neither key nor signature into an error', async (_way, answer) => {
    const key = 'aKeyOfTheAccount-0123456789';
    const { client, seen } = scripted((one) => answer(echo(one)), { key });
    const fault = (await faultFrom(client.orders.place(ORDER))) as Fault;
    const signature = seen[0]!.headers.get('svc-api-sign')!;
    const told = JSON.stringify({ ...fault, message: fault.message });
    expect(signature.length).toBeGreaterThan(40);
    for (const secret of [key, signature, Buffer.from(key).toString('base64').slice(0, 30)]) {
      for (let i = 0; i + 14 <= secret.length; i++)
        expect(told.replaceAll(/[^A-Za-z0-9]/g, '')).not.toContain(secret.slice(i, i + 14).replaceAll(/[^A-Za-z0-9]/g, ''));
    }
    expect(fault.message).not.toMatch(/\n/);
  });
});

describe(cleanFault, () => {
  it('leaves a fault with nothing to hide as it is, and what is no fault', () => {
    const fault = new Fault('refused', 'no', { fieldErrors: { amount: ['too much'] } });
    expect(cleanFault(fault)).toBe(fault);
    const error = new Error('a\nb');
    expect(cleanFault(error)).toBe(error);
  });

  it('keeps all but the texts', () => {
    const fault = new Fault('refused', 'a\u001b[2Jb\n', {
      outcome: 'rejected',
      status: 400,
      venueCode: 'x\u202e',
      retryAfterMs: 5,
      retryable: true,
    });
    const clean = cleanFault(fault);
    expect(clean).toMatchObject({
      code: 'refused',
      message: 'a [2Jb ',
      outcome: 'rejected',
      status: 400,
      venueCode: 'x ',
      retryAfterMs: 5,
      retryable: true,
    });
  });
});
