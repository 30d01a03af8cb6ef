import { describe, expect, it } from 'vitest';
import { serveVenue } from './servedVenue.ts';

const { command, json } = serveVenue();

describe('page link (002)', () => {
  const customer = {
    '--customer': 'customer-1',
    '--country': 'DE',
    '--email': 'ada@shop.example',
    '--phone': '+4915112345678',
    '--first-name': 'Ada',
    '--last-name': 'Lovelace',
    '--currency': 'EUR',
    '--notify-url': 'https://shop.example/notify',
  };
  const words = (more: Readonly<Record<string, string>> = {}): string[] => Object.entries({ ...customer, ...more }).flat();

  it('gives an address that works: nothing of it is taken for a secret of ours', { tags: 'long' }, async () => {
    const made = await json('page', 'link', ...words({ '--order': 'hosted-1', '--depositor': 'yes', '--tax-id': '12/345' }), '--yes');
    expect(made).toMatchObject({ outcome: 'created', order: 'hosted-1' });
    const page = await fetch(String(made['url']));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Ada Lovelace')]);
  });

  it('shows in a dry run what would be sent', async () => {
    const plan = await json('page', 'link', ...words(), '--dry-run');
    expect(plan).toMatchObject({ outcome: 'dry-run', notification_url: 'https://shop.example/notify' });
    expect(JSON.parse(String(plan['customer']))).toMatchObject({ id: 'customer-1', country: 'DE' });
  });

  it.each([
    ['--email', 'adashop.example', 'customer.email: expected an e-mail address, not adashop.example'],
    ['--phone', '12a', 'customer.full_phone_number: expected a phone number by E.164, like +4915112345678, not 12a'],
    ['--first-name', 'x'.repeat(51), 'customer.first_name: must have at most 50 characters, not xxx'],
    ['--balance', '1.5', 'customer.balance: expected a whole number of minor units, not 1.5'],
    ['--gtm', 'GTM', 'gtm: must have 11 characters, not GTM'],
    ['--variable1', 'y'.repeat(257), 'variable1: must have at most 256 characters, not yyy'],
    ['--notify-url', 'https://shop.example/ü', 'notification_url: must consist of Latin characters only, not https://shop.example/ü'],
    ['--notify-url', 'not a url', "argument 'not a url' is invalid. expected an address like"],
    ['--country', 'ZZ', "argument 'ZZ' is invalid. expected a country code"],
    ['--currency', 'ABC', "argument 'ABC' is invalid. expected a currency code"],
    ['--lang', 'xx', "argument 'xx' is invalid. expected a language"],
    ['--source', 'TV', 'expected WEB or MOBILE_APP or MOBILE_WEB'],
  ])('refuses %s %s before anything is sent: field, value, and what was expected (A6, A7)', async (option, value, message) => {
    const { code, stdout, stderr } = await command('page', 'link', ...words({ [option]: value }), '--yes');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});
