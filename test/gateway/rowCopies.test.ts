import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { BookingVerdict } from '../../src/gateway/bookingVerdict.ts';
import { keyedRows } from '../../src/gateway/fillRows.ts';
import { RowCopies } from '../../src/gateway/rowCopies.ts';
import { tradeRow } from './tradeRow.ts';

const rows = keyedRows([tradeRow('0.01'), tradeRow('0.01')]);
const twice: BookingVerdict = { type: 'book', bookings: [], isSettled: false, copies: rows.slice(1) };

describe(RowCopies, () => {
  it('has what a copy would be as an execution, and how much is listed, until the order reads otherwise', () => {
    const copies = new RowCopies();
    copies.note('7', rows, twice, undefined);
    expect(copies.of('7')).toMatchObject({ executions: [{ orderId: '7', side: 'Buy', feeCurrency: 'BTC' }] });
    expect(copies.of('7')!.listed.toFixed()).toBe('0.02');
    copies.note('7', rows.slice(1), { ...twice, copies: [] }, undefined);
    expect(copies.all.size).toBe(0);
  });

  it('takes a person’s word that no more was executed for as long as the list shows the same sum', () => {
    const copies = new RowCopies();
    copies.note('7', rows, twice, { verdict: 'as-booked', listed: dec('0.02') });
    expect(copies.all.size).toBe(0);
    copies.note('7', rows, twice, { verdict: 'as-booked', listed: dec('0.01') });
    expect(copies.all.size).toBe(1);
  });

  it('keeps a thousand orders, the newest', () => {
    const copies = new RowCopies();
    for (let id = 0; id <= 1000; id++) copies.note(String(id), rows, twice, undefined);
    expect([copies.all.size, copies.of('0'), copies.of('1000') === undefined]).toEqual([1000, undefined, false]);
  });
});
