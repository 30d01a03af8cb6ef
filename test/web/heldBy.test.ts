import { expect, it } from 'vitest';
import { heldBy } from '../../web/pure/heldBy.ts';
import { toldStatus, toldStop } from './toldStatus.ts';

const [row] = toldStatus().strategies;
const { name, symbol } = row!;

it('says nothing of a strategy that trades', () => {
  expect(heldBy(name, toldStatus())).toEqual([]);
  expect(heldBy('nobody', toldStatus())).toEqual([]);
});

it('says what holds it and how it goes on: itself, stops over it, and its lanes', () => {
  const told = toldStatus({
    strategies: [{ ...row!, state: 'paused', reason: 'a person asked for it' }],
    stops: [
      toldStop({ scope: 'all', state: 'reducing', reason: 'the loss of the day', goesOn: 'at midnight, or with `sluice resume`' }),
      toldStop({ scope: name, state: 'halted', reason: 'its drawdown', goesOn: 'with `sluice resume`' }),
      toldStop({ scope: 'another', state: 'halted' }),
    ],
    frozen: { [`spot:${symbol}`]: 'order X is unknown', 'convert:EUR>SOL': 'a conversion is unknown' },
  });
  expect(heldBy(name, told)).toEqual([
    { what: `${name} is paused`, why: 'a person asked for it', goesOn: 'when it is resumed' },
    { what: 'All trading is reducing', why: 'the loss of the day', goesOn: 'at midnight, or with sluice resume', arms: 'all' },
    { what: `${name} is halted`, why: 'its drawdown', goesOn: 'with sluice resume', arms: name },
    {
      what: `${symbol} takes no new risk`,
      why: 'order X is unknown',
      goesOn: 'once it is known what came of the request, or a person has decided it under Unresolved',
    },
  ]);
});

it('says that one which has ended starts with the daemon', () => {
  const told = toldStatus({ strategies: [{ ...row!, state: 'stopped', reason: undefined }] });
  expect(heldBy(name, told)).toEqual([{ what: `${name} is stopped`, why: 'it has ended', goesOn: 'when the daemon starts again' }]);
});
