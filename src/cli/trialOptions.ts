import { MOVE_KINDS } from '../model/move.ts';
import { option, repeatableOption } from './command.ts';
import { balanceValue, oneOf, priceValue, textValue } from './values.ts';

/** Options of commands that try a policy with payments of a file. */
export const trialOptions = {
  kind: option('--kind <kind>', 'the kind of rows that name none', oneOf(...MOVE_KINDS), 'withdrawal'),
  initiator: option('--initiator <name>', 'who asks for rows that name nobody', textValue, 'somebody'),
  balance: repeatableOption('--balance <currency=amount>', 'what can be withdrawn; may be repeated', balanceValue),
  price: repeatableOption('--price <pair=price>', 'a price, like BTC/EUR=50000; may be repeated', priceValue),
};
