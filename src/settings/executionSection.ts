import { percent, section } from './kinds.ts';

/** How deals are executed in the best way (`ctx.trade`, `sluice convert best`). */
export const executionSection = section('What is reckoned with when a quote is compared with the books', {
  takerFee: percent(
    { about: 'What the venue takes of an order that is filled at once, as a share of what it receives' },
    'zero-too',
  ).prefault('0.2%'),
  drift: percent({ about: 'How far a book may move until an order arrives; a quote does not move' }, 'zero-too').prefault('0.02%'),
});
