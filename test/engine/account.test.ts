import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { Account, reservationOf } from '../../src/engine/account.ts';
import type { ReplaceCommand } from '../../src/model/command.ts';
import { balanceOf, conversionOf, fillOf, NOON, orderOf } from './fixtures.ts';

const nothing = () => ZERO;

describe('Account', () => {
  it('is not known before the venue has told, not even that there is nothing', () => {
    const account = new Account();
    expect(account.known).toBe(false);
    expect(account.free('EUR', ZERO)).toBeUndefined();
    account.told([], nothing, NOON);
    expect(account.known).toBe(true);
    expect(account.free('EUR', ZERO)).toBeUndefined();
  });

  it('frees what is there less what our orders reserve', () => {
    const account = toldOf('1000', '900', '100');
    expect(account.free('EUR', dec('100'))).toEqual(dec('900'));
    expect(account.free('EUR', dec('250'))).toEqual(dec('750'));
  });

  it('leaves alone what others hold', () => {
    const account = toldOf('1000', '600', '100');
    expect(account.free('EUR', dec('100')), '300 are held by somebody else').toEqual(dec('600'));
    expect(account.free('EUR', ZERO)).toEqual(dec('700'));
  });

  it('takes off what was spent since the venue has told, and adds nothing', () => {
    const account = toldOf('100000', '100000', '0');
    account.filled(fillOf({ side: 'Buy', amount: dec('0.1'), price: dec('60000'), fee: dec('6'), feeCurrency: 'EUR' }), NOON + 3000);
    account.filled(fillOf({ side: 'Sell', amount: dec('0.1') }), NOON + 3000);
    account.converted(conversionOf(), NOON + 3000);
    expect(account.free('EUR', ZERO)).toEqual(dec('93394'));
  });

  it('does not trust a word on what was spent just before it came: it may be older', () => {
    const account = toldOf('100000', '100000', '0');
    account.filled(fillOf(), NOON + 3000);
    account.told([balanceOf('EUR', '100000')], nothing, NOON + 3500);
    expect(account.free('EUR', ZERO)).toEqual(dec('94000'));
    account.told([balanceOf('EUR', '94000')], nothing, NOON + 8500);
    expect(account.free('EUR', ZERO)).toEqual(dec('94000'));
  });
});

describe('reservationOf', () => {
  it('is the price of what is left of a buy, and the amount of what is left of a sell', () => {
    expect(reservationOf(orderOf({ filled: dec('0.25') }), undefined, undefined)).toEqual({ currency: 'EUR', amount: dec('45000') });
    expect(reservationOf(orderOf({ side: 'Sell', filled: dec('0.25') }), undefined, undefined)).toEqual({
      currency: 'BTC',
      amount: dec('0.75'),
    });
  });

  it('values a market order at the market', () => {
    expect(reservationOf(orderOf({ price: undefined }), undefined, dec('61000')).amount).toEqual(dec('61000'));
  });

  it('is the larger half of a replacement', () => {
    const up = { price: dec('61000'), amount: dec('1') } as ReplaceCommand;
    const down = { price: dec('59000'), amount: dec('1') } as ReplaceCommand;
    expect(reservationOf(orderOf(), up, undefined).amount).toEqual(dec('61000'));
    expect(reservationOf(orderOf(), down, undefined).amount).toEqual(dec('60000'));
    expect(reservationOf(orderOf({ side: 'Sell' }), { ...up, amount: dec('2') }, undefined).amount).toEqual(dec('2'));
  });
});

function toldOf(total: string, available: string, reserved: string): Account {
  const account = new Account();
  account.told(
    [balanceOf('EUR', total, available), balanceOf('BTC', '1')],
    (currency) => (currency === 'EUR' ? dec(reserved) : ZERO),
    NOON,
  );
  return account;
}
