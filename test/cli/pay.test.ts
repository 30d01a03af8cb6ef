import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { serveVenue } from './servedVenue.ts';
import { run } from './testIo.ts';

const venue = serveVenue();
const { command, control, json } = venue;

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

interface Entry {
  readonly at: string | null;
  readonly time: string;
  readonly what: string;
  readonly status: string | null;
  readonly amount: string | null;
  readonly note: string | null;
}

interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly payAmount: string;
  readonly timeline: readonly Entry[];
}

/** Asks for 100 EUR in USDT on a network where nobody pays by itself. */
function request(...more: readonly string[]): Promise<Shown> {
  return json<Shown>('pay', 'intents', 'create', '--amount', '100', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--yes', ...more);
}

/** Pays a share of what is expected, in percent, and waits until it is confirmed. */
async function deposit({ id, payAmount }: Shown, percent: number): Promise<string> {
  const amount = dec(payAmount).times(percent).div(100).toDecimalPlaces(8).toFixed();
  await control('POST', `/payments/${id}/deposits`, { amount: Number(amount) });
  await venue.advance(5000);
  return amount;
}

function show({ id }: Shown): Promise<Shown> {
  return json<Shown>('pay', 'intents', 'show', id);
}

function whats({ timeline }: Shown): string[] {
  return timeline.map(({ what, status }) => (status === null ? what : `${what} ${status}`));
}

describe('pay intents create', () => {
  it('shows in a dry run what the customer would pay, and asks nobody for anything', { tags: 'long' }, async () => {
    const words = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--order', 'never-asked', '--dry-run'];
    const quote = await json('pay', 'intents', 'create', ...words);
    expect(quote).toMatchObject({ outcome: 'dry-run', payCurrency: 'USDT', amount: '100', currency: 'EUR' });
    expect(await json('pay', 'intents', 'list', '--order', 'never-asked')).toEqual([]);
  });

  it(
    'gives the address, the amount and how long they hold; the order id is its reference, and is used once',
    { tags: 'long' },
    async () => {
      const made = await request('--order', 'order-1');
      expect(made).toMatchObject({ order: 'order-1', payCurrency: 'USDT', network: 'ETH', uri: made['address'], tag: null });
      expect(await json('pay', 'intents', 'list', '--order', 'order-1')).toMatchObject([{ id: made.id, status: 'Pending' }]);
      const words = ['--amount', '5', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--order', 'order-1', '--yes'];
      const again = await command('pay', 'intents', 'create', ...words);
      expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('was used before')]);
      expect(await json('pay', 'intents', 'list', '--order', 'order-1')).toHaveLength(1);
    },
  );

  it('says a tag loudly, and draws a QR code when it is asked to', { tags: 'long' }, async () => {
    const { code, stdout, stderr } = await command(
      'pay',
      'intents',
      'create',
      '--amount',
      '100',
      '--to',
      'EUR',
      '--from',
      'XRP',
      '--network',
      'XRP',
      '--qr',
      'always',
      '--yes',
    );
    const tag = /^TAG +(\d+)$/m.exec(stdout)?.[1];
    expect([code, tag]).toEqual([0, expect.stringMatching(/^\d+$/)]);
    expect(stderr).toContain(`THE TAG ${tag} MUST BE GIVEN WITH THE PAYMENT`);
    expect(stdout).toContain('▄▄▄▄▄');
  });

  it('makes a page without --from, on which the payer picks the coin', { tags: 'long' }, async () => {
    const page = await json('pay', 'intents', 'create', '--amount', '100', '--to', 'EUR', '--order', 'order-page', '--yes');
    expect(page).toMatchObject({ outcome: 'created', order: 'order-page', url: expect.stringContaining(String(page['id'])) as unknown });
    const [url, status] = [String(page['url']), await json<Shown>('pay', 'intents', 'show', String(page['id']))];
    expect([(await fetch(url)).status, status['status']]).toEqual([200, 'New']);
  });

  it.each([
    [['--network', 'ERC'], '--network ERC: expected one of BNB_TEST, ETH, TRX'],
    [['--from', 'DOGE'], '--from DOGE: expected one of ADA, BTC, ETH, USDT, XRP'],
    [['--amount', '0'], "'--amount <amount>' argument '0' is invalid. expected a number above 0"],
    [['--callback-url', 'nonsense'], "argument 'nonsense' is invalid. expected an address like"],
  ])('refuses %j before anything is sent (A7)', async (words, message) => {
    const base = { '--amount': '100', '--to': 'EUR', '--from': 'USDT', '--order': 'refused-1', '--yes': '' };
    const all = { ...base, [words[0]!]: words[1]! };
    const argv = Object.entries(all).flatMap(([name, value]) => (value === '' ? [name] : [name, value]));
    const { code, stdout, stderr } = await command('pay', 'intents', 'create', ...argv);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(await json('pay', 'intents', 'list', '--order', 'refused-1')).toEqual([]);
  });

  it('asks: without --yes and a terminal nothing is sent', async () => {
    const words = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--order', 'unconfirmed'];
    const { code, stderr } = await command('pay', 'intents', 'create', ...words);
    expect([code, stderr]).toEqual([9, expect.stringContaining('ask for a payment of 100 EUR in USDT?')]);
    expect(await json('pay', 'intents', 'list', '--order', 'unconfirmed')).toEqual([]);
  });
});

describe('the timeline of a payment, by our own reads (001 States)', () => {
  it('has its request, its creation, each deposit with its amount, and retries', { tags: 'long' }, async () => {
    const made = await request('--order', 'timeline-1');
    await show(made);
    const first = await deposit(made, 50);
    const partly = await show(made);
    expect(partly).toMatchObject({ status: 'ManualActionRequired', reason: 'Invalid amount: Less than expected', received: first });
    await deposit(made, 50);
    const whole = await show(made);
    expect(whole).toMatchObject({ status: 'PartiallyCompleted', order: 'timeline-1', creditedCurrency: 'EUR' });
    expect(whats(whole)).toEqual(
      expect.arrayContaining([
        'requested acknowledged',
        'created',
        'status Pending',
        'deposit',
        'automatic retry Failed',
        'status ManualActionRequired',
        'automatic retry Completed',
        'status PartiallyCompleted',
      ]),
    );
    const deposits = whole.timeline.filter(({ what }) => what === 'deposit').map(({ amount }) => dec(amount!));
    expect([deposits.length, deposits[0]!.plus(deposits[1]!).toFixed()]).toEqual([2, whole['received']]);
    expect(whole.timeline.every(({ at }) => at !== null)).toBe(true);
    const times = whole.timeline.map(({ at }) => at!);
    expect(times).toEqual(times.toSorted());
  });

  it('is the same when it is read twice: nothing is seen twice', { tags: 'long' }, async () => {
    const made = await request();
    await show(made);
    expect((await show(made)).timeline).toEqual((await show(made)).timeline);
  });
});

describe('manual actions (001 States 8 to 10)', () => {
  it('accepts what was received, once, after a dry run that says what it is worth', { tags: 'long' }, async () => {
    const made = await request();
    const received = await deposit(made, 40);
    const plan = await json('pay', 'intents', 'accept', made.id, '--dry-run');
    expect(plan).toMatchObject({ outcome: 'dry-run', received, receivedCurrency: 'USDT', worthCurrency: 'EUR' });
    expect(await show(made)).toMatchObject({ status: 'ManualActionRequired' });
    const done = await json<Shown>('pay', 'intents', 'accept', made.id, '--yes');
    expect(done).toMatchObject({ status: 'ManuallyCompletedAmountAcceptable' });
    expect(done.timeline.find(({ what }) => what === 'action')).toMatchObject({ time: 'sent', status: 'acknowledged' });
    const again = await command('pay', 'intents', 'accept', made.id, '--yes');
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('ManuallyCompletedAmountAcceptable, not ManualActionRequired')]);
  });

  it('retries by a quote, and not below --least', { tags: 'long' }, async () => {
    const made = await request();
    await deposit(made, 40);
    const low = await command('pay', 'intents', 'retry', made.id, '--least', '99', '--yes');
    expect([low.code, low.stderr]).toEqual([7, expect.stringContaining('--least 99: the quote gives')]);
    expect(await show(made)).toMatchObject({ status: 'ManualActionRequired' });
    const done = await json<Shown>('pay', 'intents', 'retry', made.id, '--least', '10', '--yes');
    expect(done).toMatchObject({ status: 'ManuallyCompletedWithRetry' });
    expect(whats(done)).toContain('manual retry Completed');
  });

  it('quotes a refund under either name, gives no link without a policy; lists what was refunded', { tags: 'long' }, async () => {
    const made = await request('--order', 'refund-me');
    const received = await deposit(made, 50);
    const words = [made.id, '--address', ADDRESS, '--network', 'ETH'];
    const quote = await json('pay', 'refunds', 'quote', ...words);
    expect(quote).toMatchObject({ currency: 'USDT', total: received, fee: '4' });
    expect(await json('pay', 'intents', 'refund-quote', ...words)).toEqual(quote);
    const wrong = await command('pay', 'refunds', 'quote', made.id, '--address', ADDRESS, '--network', 'XYZ');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--network XYZ: expected one of BNB_TEST, ETH, TRX')]);
    const link = await command('pay', 'refunds', 'link', made.id, '--as', 'anna', '--yes');
    expect([link.code, link.stdout]).toEqual([7, expect.stringContaining('no policy is in force')]);
    const raw = await command('api', 'processing.paymentIntents.refundLink', '--paymentIntentId', made.id, '--languageIso2', 'de');
    expect([raw.code, raw.stderr]).toEqual([9, expect.stringContaining('processing.paymentIntents.refundLink moves money')]);
    expect(await json('pay', 'refunds', 'list')).toEqual([]);
    const refunded = await command('api', 'processing.paymentIntents.refund', '--yes', '--paymentIntentId', made.id, '-o', 'json');
    expect(refunded.code).toBe(0);
    await venue.advance(5000);
    expect(await json('pay', 'refunds', 'list')).toMatchObject([
      {
        payment: made.id,
        order: 'refund-me',
        status: 'ManuallyCompletedWithRefund',
        currency: 'USDT',
        amount: received,
        note: 'acknowledged',
      },
    ]);
    expect(whats(await show(made))).toContain('action acknowledged');
  });

  it('refuses a decision where there is none, and says why', { tags: 'long' }, async () => {
    const made = await request();
    const { code, stderr } = await command('pay', 'intents', 'retry', made.id, '--yes');
    expect([code, stderr]).toEqual([7, expect.stringContaining('it is Pending, not ManualActionRequired')]);
    const unknown = await command('pay', 'intents', 'show', '0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(unknown.code).toBe(3);
  });
});

describe('the rest of pay', () => {
  it('lists coins and networks', async () => {
    const rows = await json<readonly object[]>('pay', 'currencies', '--currency', 'eur');
    expect(rows).toContainEqual(expect.objectContaining({ currency: 'EUR', coin: 'XRP', network: 'XRP', addressType: 'MultipleWithTag' }));
  });

  it('needs --live at a venue that is not on this machine, before anything is sent', async () => {
    const words = ['--currency', 'USDT', '--network', 'ETH', '--account', 'c-1', '--callback-url', 'https://shop.example/n', '--yes'];
    const env = { ...venue.env(), SLUICE_PROCESSING_URL: 'https://pay.example.invalid' };
    const { code, stderr } = await run(['pay', 'addresses', 'create', ...words], { env });
    expect([code, stderr]).toEqual([9, expect.stringContaining('add --live')]);
  });

  it('makes a permanent address once, and lists it', async () => {
    const words = ['--currency', 'USDT', '--network', 'ETH', '--account', 'c-1', '--callback-url', 'https://shop.example/n'];
    expect(await json('pay', 'addresses', 'create', ...words, '--dry-run')).toMatchObject({ outcome: 'dry-run', account: 'c-1' });
    expect(await json('pay', 'addresses', 'list', '--account', 'c-1')).toEqual([]);
    const made = await json('pay', 'addresses', 'create', ...words, '--yes');
    expect(await json('pay', 'addresses', 'create', ...words, '--yes')).toEqual(made);
    expect(await json('pay', 'addresses', 'list', '--account', 'c-1')).toEqual([made]);
  });

  it('estimates a payout, and lists and shows payouts', { tags: 'long' }, async () => {
    const words = ['--from', 'EUR', '--to', 'USDT', '--network', 'ETH', '--address', ADDRESS];
    const gross = await json('pay', 'payouts', 'estimate', ...words, '--to-amount', '100');
    expect(gross).toMatchObject({ toAmount: '100', feeMode: 'gross', fee: '4', arrives: '96' });
    const net = await json('pay', 'payouts', 'estimate', ...words, '--to-amount', '100', '--fee-mode', 'net');
    expect(net).toMatchObject({ feeMode: 'net', arrives: '100' });
    const both = await command('pay', 'payouts', 'estimate', ...words, '--to-amount', '1', '--from-amount', '1');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exactly one of --from-amount and --to-amount')]);
    const { id } = (await control('POST', '/payout-links', { currency: 'EUR', amount: 20, customOrderId: 'payout-9' })) as { id: string };
    expect(await json('pay', 'payouts', 'list', '--order', 'payout-9')).toMatchObject([{ id, status: 'New' }]);
    expect(await json('pay', 'payouts', 'show', id)).toMatchObject({ id, order: 'payout-9', status: 'New' });
  });
});
