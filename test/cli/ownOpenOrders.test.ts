import { describe, expect, it } from 'vitest';
import { serveVenue } from './servedVenue.ts';

describe('orders cancel --all --dry-run', { tags: 'long' }, () => {
  const venue = serveVenue('--port', '0');
  const place = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50', '--yes'] as const;

  it('lists what would be canceled, and cancels nothing', async () => {
    const { orderId } = await venue.json<{ orderId: string }>(...place);
    const all = ['orders', 'cancel', '--all', '--dry-run'] as const;
    for (let twice = 0; twice < 2; twice++) {
      expect(await venue.json(...all)).toMatchObject([{ id: orderId, symbol: 'LTC/EUR', side: 'Buy', strategy: 'operator' }]);
    }
    const { code, stdout, stderr } = await venue.command(...all);
    expect(code).toBe(0);
    expect(stdout).toContain(orderId);
    expect(stderr).toContain('dry run: 1 order would be canceled');
    expect(await venue.json(...all, '--symbol', 'BTC/EUR')).toEqual([]);
  });
});
