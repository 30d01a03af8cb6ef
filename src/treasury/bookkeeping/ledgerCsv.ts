import { csvLine } from '../../base/csvLine.ts';
import { isoOf } from '../../base/instant.ts';
import type { BookFormat } from './bookFormat.ts';

const COLUMNS = ['day', 'at', 'id', 'description', 'account', 'amount', 'currency', 'price', 'totalPrice', 'priceCurrency', 'note'];

/** A row for each posting. */
export const ledgerCsv: BookFormat = {
  heading: () => csvLine(COLUMNS),
  transaction: (day, { at, id, description, tags, postings }) =>
    postings
      .map(({ account, amount, currency, price }) =>
        csvLine([
          day,
          isoOf(at),
          id,
          description,
          account,
          { number: amount.toFixed() },
          currency,
          { number: price?.of === 'one' ? price.amount.toFixed() : '' },
          { number: price?.of === 'total' ? price.amount.toFixed() : '' },
          price?.currency ?? '',
          tags['note'] ?? '',
        ]),
      )
      .join(''),
  assertions: () => '',
};
