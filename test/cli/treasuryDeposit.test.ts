import { describe, expect, it } from 'vitest';
import { serveVenue } from './servedVenue.ts';

const venue = serveVenue();
const { command, control, json } = venue;

const WIRE = ['treasury', 'deposit', 'wire', '--amount', '1000', '--currency', 'EUR', '--country', 'DE'];
const FROM = ['--from-bank', 'Handelsbanken', '--from-iban', 'SE4550000000058398257466'];

interface Quote {
  readonly bank: string;
  readonly fee: string;
  readonly credited: string;
}

describe('treasury deposit wire (000 Wire-transfer deposit)', () => {
  it('shows in a dry run what each bank account takes, and what is credited', async () => {
    const quotes = await json<readonly Quote[]>(...WIRE, '--dry-run');
    expect(quotes.length).toBeGreaterThan(0);
    for (const { fee, credited } of quotes) expect(Number(fee) + Number(credited)).toBe(1000);
    expect(await json('treasury', 'deposit', 'list')).toEqual([]);
  });

  it(
    'goes through its three steps: account, quote, instructions; and is followed in the history until it has arrived',
    { tags: 'long' },
    async () => {
      const [quote] = await json<readonly Quote[]>(...WIRE, '--dry-run');
      const made = await json(...WIRE, '--bank', quote!.bank, ...FROM, '--yes');
      expect(made).toMatchObject({ amount: '1000', fee: quote!.fee, credited: quote!.credited, reference: expect.any(String) as unknown });
      const [pending] = await json<readonly Record<string, string>[]>('treasury', 'deposit', 'list', '--status', 'Pending');
      expect(pending).toMatchObject({ way: 'WireTransfer', amount: '1000', reference: made['reference'], status: 'Pending' });
      await control('POST', `/fiat-deposits/${pending!['id']}/completion`, {});
      expect(await json('treasury', 'deposit', 'list', '--status', 'Completed')).toMatchObject([
        { id: pending!['id'], credited: quote!.credited },
      ]);
    },
  );

  it.each([
    [['--amount', '1', ...FROM], '--amount 1: expected at least'],
    [['--bank', '99999', ...FROM], '--bank 99999: expected one of'],
    [[], '--from-bank and --from-iban are needed'],
    [['--country', 'ZZ'], "argument 'ZZ' is invalid"],
  ])('refuses %j before anything is announced', async (more, message) => {
    const words = [...WIRE];
    for (const name of ['--amount', '--country']) {
      const at = more.indexOf(name);
      if (at >= 0) words[words.indexOf(name) + 1] = more[at + 1]!;
    }
    const rest = more[0] === '--amount' || more[0] === '--country' ? more.slice(2) : more;
    const before = await json<readonly object[]>('treasury', 'deposit', 'list');
    const { code, stdout, stderr } = await command(...words, ...rest, '--yes');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(await json<readonly object[]>('treasury', 'deposit', 'list')).toHaveLength(before.length);
  });
});

describe('treasury deposit viban (000 ViBAN deposit)', () => {
  const viban = (amount: string): string[] => ['treasury', 'deposit', 'viban', '--amount', amount, '--currency', 'EUR'];
  const IP = ['--client-ip', '203.0.113.7'];

  it('shows its fee in a dry run, then where to send exactly how much', async () => {
    const quote = await json(...viban('250.50'), '--dry-run');
    expect(quote).toMatchObject({ outcome: 'dry-run', amount: '250.5', currency: 'EUR' });
    const made = await json(...viban('250.50'), ...IP, '--yes');
    expect(made).toMatchObject({
      status: 'Pending',
      amount: '250.5',
      fee: quote['fee'],
      credited: quote['credited'],
      iban: expect.any(String) as unknown,
    });
  });

  it('says what to do about deposit-locked, and about each code of 000 Errors 8', { tags: 'long' }, async () => {
    expect((await command(...viban('77'), ...IP, '--yes')).code).toBe(0);
    const locked = await command(...viban('77'), ...IP, '--yes');
    expect([locked.code, locked.stderr]).toEqual([
      7,
      expect.stringContaining('`sluice treasury deposit list` shows it. Use that one, another amount'),
    ]);
    await control('PUT', '/viban', { refusal: 'account-not-ready' });
    const early = await command(...viban('78'), ...IP, '--yes');
    expect([early.code, early.stderr]).toEqual([7, expect.stringContaining('try again in a few minutes')]);
    await control('PUT', '/viban', {});
  });

  it.each([
    [['0.001', ...IP], 'at most 2 decimals'],
    [['50', '--client-ip', '300.1.1.1'], 'expected an IPv4 or IPv6 address'],
    [['50'], '--client-ip is needed'],
  ])('refuses %j', async ([amount, ...more], message) => {
    const { code, stderr } = await command(...viban(amount!), ...more, '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('an answer that is lost says that nothing is paid by an announcement, and where to look', async () => {
    await control('POST', '/faults', { operation: 'vibanDeposits.create', times: 1, fault: { kind: 'drop-after' } });
    const { code, stderr } = await command(...viban('91'), ...IP, '--yes');
    expect([code, stderr]).toEqual([8, expect.stringContaining('look at `sluice treasury deposit list`')]);
    expect(await json('treasury', 'deposit', 'list', '--status', 'Pending')).toContainEqual(expect.objectContaining({ amount: '91' }));
  });
});

describe('treasury deposit crypto (000 Crypto deposit addresses)', () => {
  const crypto = (...words: string[]): string[] => ['treasury', 'deposit', 'crypto', ...words];

  it('makes an address once, and shows the same one afterwards', { tags: 'long' }, async () => {
    const words = crypto('--currency', 'XRP', '--network', 'XRP', '--type', 'UniqueTag', '--client-tag', 'customer-17');
    expect(await json(...words, '--dry-run')).toMatchObject({ outcome: 'dry-run', address: null });
    const made = await json(...words, '--yes');
    expect(made).toMatchObject({ outcome: 'created', tag: expect.stringMatching(/^\d+$/) as unknown, clientTag: 'customer-17' });
    const again = await command(...words, '--qr', 'always');
    expect(again.code).toBe(0);
    expect([again.stdout, again.stderr]).toEqual([
      expect.stringContaining(String(made['tag'])),
      expect.stringContaining(`THE TAG ${String(made['tag'])} MUST`),
    ]);
    expect(again.stdout).toContain('▄▄▄▄▄');
    const other = await json(
      ...crypto('--currency', 'XRP', '--network', 'XRP', '--type', 'UniqueTag', '--client-tag', 'customer-18'),
      '--yes',
    );
    expect(other['tag']).not.toBe(made['tag']);
  });

  it('shows what came to it in the list', async () => {
    const { address } = await json(...crypto('--currency', 'BTC', '--network', 'BTC'), '--yes');
    await control('POST', '/crypto-deposits', { address, amount: 0.25 });
    const rows = await json('treasury', 'deposit', 'list', '--currency', 'BTC');
    expect(rows).toMatchObject([{ way: 'BTC', amount: '0.25' }]);
  });

  it.each([
    [['--currency', 'XRP', '--network', 'BTC'], '--network BTC: expected XRP for XRP'],
    [['--currency', 'EUR', '--network', 'EUR'], '--currency EUR: expected one of'],
    [['--currency', 'XRP', '--network', 'XRP', '--type', 'UniqueTag'], '--client-tag is needed'],
    [['--currency', 'XRP', '--network', 'XRP', '--client-tag', 'x'], '--client-tag does not go with --type Primary'],
  ])('F80: refuses %j', async (words, message) => {
    const { code, stderr } = await command(...crypto(...words), '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
