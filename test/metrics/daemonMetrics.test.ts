import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DaemonMetrics } from '../../src/metrics/daemonMetrics.ts';
import { metricSource, strategy } from './metricSource.ts';

/** The samples of ours by name and labels. */
async function samples(metrics: DaemonMetrics, source = metricSource()): Promise<ReadonlyMap<string, number>> {
  const lines = (await metrics.text(source)).split('\n').filter((line) => line.startsWith('sluice_'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

describe(DaemonMetrics.name, () => {
  it('shows the status as samples', async () => {
    const found = await samples(new DaemonMetrics());
    const expected: Readonly<Record<string, number>> = {
      'sluice_info{world="DEMO",version="1.2.3"}': 1,
      sluice_up_seconds: 1.5,
      'sluice_trading_state{state="active"}': 1,
      'sluice_trading_state{state="halted"}': 0,
      'sluice_book_age_seconds{symbol="BTC/EUR"}': 0.25,
      'sluice_book_price{symbol="BTC/EUR",side="ask"}': 101,
      'sluice_orders_total{action="placed"}': 4,
      'sluice_fills_total{strategy="maker",symbol="BTC/EUR"}': 5,
      'sluice_conversions_total{strategy="maker"}': 1,
      'sluice_strategy_profit{strategy="maker",symbol="BTC/EUR",part="unrealised"}': -3,
      'sluice_strategy_state{strategy="maker",state="running"}': 1,
      'sluice_strategy_state{strategy="maker",state="paused"}': 0,
      sluice_rate_limit: 8,
      sluice_clock_offset_seconds: -0.02,
      'sluice_fees{currency="EUR"}': 2.5,
      'sluice_balance{currency="EUR",part="available"}': 900,
      'sluice_equity{currency="EUR"}': 1200,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found.get(name)]))).toEqual(expected);
  });

  it('shows troubles: unknown and quarantined, frozen lanes, refusals by rule, what the ledger does not explain', async () => {
    const doubt = { kind: 'place', lane: 'BTC/EUR', strategy: 'maker', since: '', waitsFor: '' } as const;
    const resolver = {
      visibleMs: 3000,
      staleMs: 2000,
      orders: 12,
      notPlacedAfterMs: 20_000,
      listsOldAfterMs: 6000,
      unresolved: [
        { ...doubt, id: '1', state: 'unknown' as const },
        { ...doubt, id: '2', state: 'quarantined' as const },
      ],
    };
    const found = await samples(
      new DaemonMetrics(),
      metricSource({ resolver, frozen: { 'BTC/EUR': 'why' }, refusals: { maker: { collar: 7 } }, unexplained: { EUR: '-0.5' } }),
    );
    expect(found.get('sluice_unresolved{state="quarantined"}')).toBe(1);
    expect(found.get('sluice_unresolved{state="sending"}')).toBe(0);
    expect(found.get('sluice_visibility_lag_seconds{kind="visible"}')).toBe(3);
    expect(found.get('sluice_frozen_lanes')).toBe(1);
    expect(found.get('sluice_refusals_total{strategy="maker",rule="collar"}')).toBe(7);
    expect(found.get('sluice_ledger_unexplained{currency="EUR"}')).toBe(-0.5);
  });

  it('shows the present: what is gone is not shown any more, and counters do not add up from one reading to the next', async () => {
    const metrics = new DaemonMetrics();
    await samples(metrics, metricSource({ unexplained: { EUR: '1' } }));
    const found = await samples(metrics, metricSource({ unexplained: {} }));
    expect(found.has('sluice_ledger_unexplained{currency="EUR"}')).toBe(false);
    expect(found.get('sluice_orders_total{action="placed"}')).toBe(4);
  });

  it('leaves out what nobody knows, and adds a strategy of several markets up once', async () => {
    const legs = [strategy({ unrealised: undefined }), strategy({ symbol: 'ETH/EUR', conversions: 0, position: dec('0') })];
    const found = await samples(new DaemonMetrics(), metricSource({ strategies: legs, markets: [] }));
    expect(found.has('sluice_strategy_profit{strategy="maker",symbol="BTC/EUR",part="unrealised"}')).toBe(false);
    expect(found.get('sluice_conversions_total{strategy="maker"}')).toBe(1);
    expect(found.has('sluice_equity{currency="EUR"}')).toBe(false);
  });

  it('times requests by operation and outcome, and any path that is none of the contract as one', async () => {
    const metrics = new DaemonMetrics();
    metrics.answered('orders.place', 'ok', 30);
    metrics.answered('orders.place', 'unknown', 10_000);
    for (let i = 0; i < 50; i++) metrics.answered(`GET /stranger/${i}`, 'failed', 1);
    metrics.committed(2);
    const found = await samples(metrics);
    expect(found.get('sluice_request_seconds_count{operation="orders.place",outcome="ok"}')).toBe(1);
    expect(found.get('sluice_request_seconds_bucket{le="0.05",operation="orders.place",outcome="ok"}')).toBe(1);
    expect(found.get('sluice_request_seconds_sum{operation="orders.place",outcome="unknown"}')).toBe(10);
    expect(found.get('sluice_request_seconds_count{operation="raw",outcome="failed"}')).toBe(50);
    expect([...found.keys()].filter((name) => name.includes('stranger'))).toEqual([]);
    expect(found.get('sluice_journal_commit_seconds_count')).toBe(1);
  });

  it('shows the process beside them', async () => {
    const text = await new DaemonMetrics().text(metricSource());
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });
});
