import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { signedPolicy } from '../../../src/daemon/treasury/publishPolicy.ts';
import { treasury } from '../../../src/daemon/treasury/treasury.ts';
import { hashOf } from '../../../src/treasury/approvals/canonicalMove.ts';
import { publicKeyOf } from '../../../src/treasury/approvals/signature.ts';
import { signedEntryOrder } from '../../../src/treasury/book/entryOrder.ts';
import { faultOf } from '../../treasury/transferBench.ts';
import { approvalOf, keyOf, order, POLICY, run, signature, signed, usdt, world, setUp, tearDown } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

describe(treasury, () => {
  it('moves nothing while no policy is in force, and says how one is made', async () => {
    const asked = await run(world.calls.ask(order('0.005')));
    expect(asked).toMatchObject({
      state: 'refused',
      policyVersion: 0,
      evidence: expect.stringContaining('treasury policy publish') as string,
    });
    expect(await world.calls.policy()).toBeNull();
  });

  it('lets the first policy hold at once, and later ones with signatures and a delay', { tags: 'long' }, async () => {
    expect(await world.calls.publish(POLICY(), 'anna', [])).toMatchObject({ version: 1, next: null });
    const next = `${POLICY()}  - name: never reached\n    then: deny\n`;
    expect(await faultOf(world.calls.publish(next, 'anna', []))).toMatchObject({
      code: 'confirmation-needed',
      message: expect.stringContaining('1 more of owners (anna, ben) has to sign it') as string,
    });
    const byStranger = [signature('carl', signedPolicy(next, 2))];
    expect(await faultOf(world.calls.publish(next, 'anna', byStranger))).toMatchObject({ code: 'confirmation-needed' });
    const ofAnother = [signature('ben', signedPolicy(`${next} `, 2))];
    expect(await faultOf(world.calls.publish(next, 'anna', ofAnother))).toMatchObject({ code: 'confirmation-needed' });
    expect(await world.calls.publish(next, 'anna', [signature('ben', signedPolicy(next, 2))])).toMatchObject({ version: 2 });
    expect(await world.calls.policy()).toMatchObject({ version: 1, next: { version: 2 } });
    await world.bench.transfers.pass(24 * HOUR_MS);
    expect(await world.calls.policy()).toMatchObject({ version: 2, next: null });
    expect(await faultOf(world.calls.publish('rules: nonsense', 'anna', []))).toMatchObject({ code: 'configuration' });
  });

  it('decides by rule, window and address book', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const first = await run(world.calls.ask(signed(order('0.005'))));
    expect(first).toMatchObject({ state: 'approved', rule: 'small' });
    expect(await world.bench.settle(first.id, 1)).toBeDefined();
    for (let i = 0; i < 30; i++) await run(world.calls.advance(first.id));
    expect(await run(world.calls.ask(signed(order('0.0051'))))).toMatchObject({ state: 'refused', rule: "a day's worth" });
    await world.bench.transfers.pass(25 * HOUR_MS);
    expect(await run(world.calls.ask(signed(order('0.0051'))))).toMatchObject({ state: 'approved' });
    const stranger = { currency: 'BTC', network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };
    const elsewhere = order('0.001', { payments: [{ currency: 'BTC', amount: '0.001', destination: stranger }] });
    expect(await run(world.calls.ask(signed(elsewhere)))).toMatchObject({ state: 'refused', rule: 'book' });
  });

  it('shows whoever approves the fee, what arrives and the rule, each as of now', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const { id } = await run(world.calls.ask(signed(order('0.008'))));
    const { now, canonical } = await run(world.calls.content(id));
    expect(now).toMatchObject({ verdict: 'approve', rule: 'all else', needs: ['1 of owners'], problems: [], duplicates: [] });
    const [row] = now!.rows;
    expect(Number(row!.fee)).toBeGreaterThan(0);
    expect(row).toMatchObject({ amount: '0.008', receives: '0.008', receivesCurrency: 'BTC' });
    expect(canonical).not.toContain(row!.fee!);
  });

  it('says all that is wrong with an order, and writes nothing', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    for (const [text, words] of [
      [order('-1'), 'expected an amount above 0'],
      [order('1', { payments: [{ currency: 'BTC', amount: '1', to: 'nobody' }] }), 'the address book has no nobody'],
      [
        order('1', { payments: [{ currency: 'BTC', amount: '1', destination: { currency: 'BTC', network: 'BTC', address: 'x' } }] }),
        'address',
      ],
      [order('1', { id: 'W-1' }), 'id'],
      [{ ...order('1'), more: 1 }, 'more'],
    ] as const) {
      expect(await faultOf(run(world.calls.ask(text)))).toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining(words) as string,
      });
    }
    expect(await world.calls.moves(10)).toEqual([]);
  });

  it('lists what may still change however much came after it', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const waiting = await run(world.calls.ask(signed(order('0.008'))));
    for (const amount of ['0.001', '0.0011', '0.0012']) {
      await world.bench.transfers.pass(1000);
      const { id } = await run(world.calls.ask(signed(order(amount))));
      if (amount !== '0.0012') await world.calls.cancel(id, 'anna', 'a mistake');
    }
    expect(await world.calls.moves(2, true)).toMatchObject([{ rows: [{ amount: '0.0012' }] }, { id: waiting.id }]);
    expect(await world.calls.moves(1, true)).toMatchObject([{ rows: [{ amount: '0.0012' }] }]);
    expect(await world.calls.moves(2)).toMatchObject([{ rows: [{ amount: '0.0012' }] }, { rows: [{ amount: '0.0011' }] }]);
  });

  it('names the row whose currency the venue does not know', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const known = { currency: 'USDT', amount: '50', to: 'supplier' };
    const destination = { currency: 'ZZZ', network: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
    const asked = order('1', { kind: 'batch', payments: [known, { currency: 'ZZZ', amount: '10', destination }] });
    const { problems } = await run(world.calls.dryRun({ ...asked, id: asked.id.replace('W-', 'B-') }));
    expect(problems).toEqual([expect.stringMatching(/^row 2: .*currency ZZZ/), expect.stringContaining('ZZZ would leave')]);
  });

  it('asks who may approve nothing of it to sign', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const asked = order('1', usdt);
    expect(await faultOf(run(world.calls.ask(asked)))).toMatchObject({
      code: 'confirmation-needed',
      message: expect.stringContaining('anna has to sign') as string,
    });
    // Ben says that he is Anna, so that he may approve it himself.
    expect(await faultOf(run(world.calls.ask(signed(asked, 'ben'))))).toMatchObject({ code: 'confirmation-needed' });
    const changed = { ...signed(asked), payments: [{ currency: 'USDT', amount: '51', to: 'supplier' }] };
    expect(await faultOf(run(world.calls.ask(changed)))).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('signature of anna') as string,
    });
    expect(await run(world.calls.ask(signed(asked)))).toMatchObject({ state: 'awaiting-approval', needs: ['1 of owners'] });
  });

  it('counts only the signature of another member of the group under the move as it stands', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const { id } = await run(world.calls.ask(signed(order('1', usdt))));
    const other = await run(world.calls.ask(signed(order('1', { payments: [{ currency: 'USDT', amount: '60', to: 'supplier' }] }))));
    const good = await approvalOf(id, 'ben');
    for (const [bad, words] of [
      [await approvalOf(id, 'anna'), 'who asks does not approve'],
      [{ ...(await approvalOf(id, 'anna')), person: 'ben' }, 'who asks does not approve'],
      [await approvalOf(id, 'carl'), 'in none of the groups'],
      [{ ...good, person: 'carl' }, 'the key belongs to ben, not to carl'],
      [await approvalOf(other.id, 'ben'), 'is not that of ben'],
      [{ ...good, signature: good.signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }, 'is not that of ben'],
    ] as const) {
      expect(await faultOf(run(world.calls.approve(id, bad)))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining(words) as string,
      });
    }
    expect(await run(world.calls.approve(id, good))).toMatchObject({ state: 'approved', approvals: [{ person: 'ben' }] });
  });

  it('does not believe a store in which somebody has written an approval', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const { id } = await run(world.calls.ask(signed(order('1', usdt))));
    const forged = { ...(await approvalOf(id, 'carl')), person: 'ben', key: publicKeyOf(keyOf('ben')) };
    await world.bench.store.moves.approve(id, forged, {
      who: 'ben',
      what: 'move.approval',
      subject: id,
      before: '',
      after: '',
      evidence: '',
    });
    expect(await run(world.calls.advance(id))).toMatchObject({ state: 'awaiting-approval' });
  });

  it('takes a destination into the book by one signature of who asks and one of another, and lets it cool', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const asked = {
      id: 'A-01M7W6C3800000000000000001',
      name: 'exchange-b',
      destination: { currency: 'BTC', network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      labels: ['exchanges'],
      requestedBy: 'anna',
      alsoElsewhere: false,
    };
    const { key, signature: by } = signature('anna', signedEntryOrder(asked));
    const { entry } = await world.calls.askEntry({ ...asked, signed: { key, signature: by } });
    expect(entry).toMatchObject({ name: 'exchange-b', state: 'requested', requestedBy: 'anna', approvedBy: [] });
    const { canonical } = await world.calls.entryContent('exchange-b');
    const thing = { purpose: 'address entry', hash: hashOf(canonical), policyVersion: 0 } as const;
    expect(await faultOf(world.calls.approveEntry(entry.id, signature('anna', thing)))).toMatchObject({ code: 'refused' });
    expect(await world.calls.approveEntry(entry.id, signature('ben', thing))).toMatchObject({ state: 'cooling', approvedBy: ['ben'] });
    const toIt = () =>
      run(world.calls.ask(signed(order('0.001', { repeats: true, payments: [{ currency: 'BTC', amount: '0.001', to: 'exchange-b' }] }))));
    expect(await toIt()).toMatchObject({ state: 'refused', rule: 'book', evidence: expect.stringContaining('cools until') as string });
    await world.bench.transfers.pass(24 * HOUR_MS);
    expect(await toIt()).toMatchObject({ state: 'approved' });
    expect(await world.calls.removeEntry('exchange-b', 'ben', 'closed')).toMatchObject({ state: 'removed' });
    expect(await faultOf(toIt())).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('has no exchange-b') as string,
    });
    expect((await world.calls.entries(false)).map(({ name }) => name)).toEqual(['cold-1', 'supplier', 'eth-1']);
    expect(await world.calls.entries(true)).toHaveLength(4);
  });

  it('lists what can be tried again of a batch, and estimates fiat amounts', { tags: 'long' }, async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const single = await run(world.calls.ask(signed(order('1', usdt))));
    expect(await faultOf(world.calls.retry(single.id))).toMatchObject({ code: 'usage' });
    const batch = order('1', { ...usdt, kind: 'batch', repeats: true });
    const { id } = await run(world.calls.ask(signed({ ...batch, id: batch.id.replace('W-', 'B-') })));
    await world.calls.cancel(id, 'anna', 'a mistake');
    await world.calls.cancel(single.id, 'anna', 'a mistake');
    expect(await world.calls.retry(id)).toMatchObject([{ reference: `${id}-1-retry-1`, amount: '50', to: 'supplier' }]);
    const { fromAmount, toAmount } = await run(world.calls.quote({ from: 'EUR', to: 'USDT', exact: 'from', amount: '100' }));
    expect(fromAmount).toBe('100');
    expect(Number(toAmount)).toBeGreaterThan(50);
    expect((await world.calls.destinations()).map(({ name }) => name)).toEqual(['cold-1', 'supplier', 'eth-1']);
    expect(await world.calls.status()).toMatchObject({ venue: 'venue.test', open: 0, policy: { version: 1 } });
  });
});
