import { describe, expect, it } from 'vitest';
import { controlReference } from './controlReference.ts';
import { controlRequests } from '../../../src/control/contract/controlRequests.ts';
import { allControlRows, controlTarget } from '../../../src/control/contract/controlRows.ts';

describe(controlReference, () => {
  // Rewritten by: npx vitest run test/control/contract/controlRows.test.ts -u
  it('is what docs/reference/control.md says', async () => {
    await expect(controlReference()).toMatchFileSnapshot('../../../docs/reference/control.md');
  });
});

describe(allControlRows, () => {
  it('has each request line once', () => {
    const lines = allControlRows().map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('changes nothing by GET, and everything that changes is a POST', () => {
    const wrong = allControlRows().filter(([, { method, effect }]) => method === 'GET' && effect === 'changes');
    expect(wrong).toEqual([]);
    expect(allControlRows().filter(([, { effect }]) => effect === 'changes').length).toBeGreaterThan(10);
  });

  it('serves no raw row to the page', () => {
    expect(allControlRows().filter(([, { isRaw, over }]) => isRaw === true && over === 'page')).toEqual([]);
  });

  it('says what each row takes', () => {
    expect(Object.keys(controlRequests).toSorted()).toEqual(
      allControlRows()
        .map(([name]) => name)
        .toSorted(),
    );
  });
});

describe(controlTarget, () => {
  it('puts the fields of the path into the path, encoded, and the others into the body', () => {
    expect(controlTarget('intents.resolve', { id: '01/..', type: 'adopt', venueId: '7' })).toEqual({
      target: '/intents/01%2F../resolve',
      body: '{"type":"adopt","venueId":"7"}',
    });
  });

  it('puts the fields of a read into the query, and leaves out what is undefined', () => {
    expect(controlTarget('fills.list', { symbol: 'BTC/EUR', before: undefined, limit: 5 })).toEqual({
      target: '/fills?symbol=BTC%2FEUR&limit=5',
      body: undefined,
    });
    expect(controlTarget('status', {})).toEqual({ target: '/status', body: undefined });
  });
});
