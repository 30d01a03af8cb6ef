/**
 * What people may read of an account in Postgres (docs/postgres.md): times as times, amounts as exact numbers. They are replaced at each start
 * and keep who may read them.
 */
export const POSTGRES_VIEWS = `
CREATE OR REPLACE VIEW fills AS
  SELECT to_timestamp(traded_at / 1000.0) AS at, strategy, symbol, side, price::numeric AS price, amount::numeric AS amount,
    price::numeric * amount::numeric AS value, fee::numeric AS fee, fee_currency, order_id, intent_id, id, tag
  FROM fill;

CREATE OR REPLACE VIEW profit AS
  WITH moved AS (
    SELECT strategy, symbol, (to_timestamp(traded_at / 1000.0) AT TIME ZONE 'UTC')::date AS day, traded_at, seq, price::numeric AS price,
      CASE side WHEN 'Buy' THEN 1 ELSE -1 END * amount::numeric
        - CASE WHEN fee_currency = split_part(symbol, '/', 1) THEN fee::numeric ELSE 0 END AS base,
      CASE side WHEN 'Buy' THEN -1 ELSE 1 END * price::numeric * amount::numeric
        - CASE WHEN fee_currency = split_part(symbol, '/', 2) THEN fee::numeric ELSE 0 END AS quote
    FROM fill
  ), days AS (
    SELECT strategy, symbol, day, count(*) AS fills, sum(base) AS base, sum(quote) AS quote,
      (array_agg(price ORDER BY traded_at DESC, seq DESC))[1] AS last_price
    FROM moved GROUP BY strategy, symbol, day
  ), held AS (
    SELECT *, sum(base) OVER past AS position, sum(quote) OVER past + sum(base) OVER past * last_price AS worth
    FROM days WINDOW past AS (PARTITION BY strategy, symbol ORDER BY day)
  )
  SELECT day, strategy, symbol, split_part(symbol, '/', 2) AS currency, fills, position, last_price,
    worth - lag(worth, 1, 0::numeric) OVER (PARTITION BY strategy, symbol ORDER BY day) AS profit
  FROM held;

CREATE OR REPLACE VIEW ledger AS
  SELECT to_timestamp(at / 1000.0) AS at, cause, reference, currency, amount::numeric AS amount, note FROM ledger_entry;

CREATE OR REPLACE VIEW slippage AS
  WITH seen AS (
    SELECT *, ((book::json -> 'bids' -> 0 ->> 0)::numeric + (book::json -> 'asks' -> 0 ->> 0)::numeric) / 2 AS mid
    FROM fill WHERE book IS NOT NULL
  )
  SELECT to_timestamp(traded_at / 1000.0) AS at, strategy, symbol, side, price::numeric AS price, mid,
    round(CASE side WHEN 'Buy' THEN price::numeric - mid ELSE mid - price::numeric END / mid * 10000, 4) AS basis_points, id
  FROM seen WHERE mid > 0;
`;

/** The same of a treasury. */
export const POSTGRES_TREASURY_VIEWS = `
CREATE OR REPLACE VIEW payments AS
  SELECT to_timestamp(move.created_at / 1000.0) AS asked_at, move.id, move.kind, move.initiator, move.state, move_row.reference,
    move_row.amount::numeric AS amount, move_row.currency, move_row.entry AS to_entry, move_row.destination::json ->> 'address' AS address,
    move_progress.state AS payment_state, to_timestamp(move_progress.sent_at / 1000.0) AS sent_at, move_progress.fee::numeric AS fee,
    move_progress.venue_id, move.rule, coalesce(move_progress.evidence, move.evidence) AS evidence
  FROM move JOIN move_row ON move_row.move_id = move.id
    JOIN move_progress ON move_progress.move_id = move_row.move_id AND move_progress.place = move_row.place;
`;
