/** The ledger as it was first. What has shipped never changes: see `MIGRATIONS`. */
export const LEDGER_TABLES = `
-- What changed the account's balances besides executions: the wallet gains the amount, and the account of the cause gives it.
CREATE TABLE ledger_entry(
  seq INTEGER PRIMARY KEY,
  cause TEXT NOT NULL
    CHECK (cause IN ('opening', 'fee', 'conversion', 'deposit', 'withdrawal', 'payment', 'adjustment')),
  reference TEXT NOT NULL CHECK (reference <> ''),
  currency TEXT NOT NULL CHECK (currency <> ''),
  amount TEXT NOT NULL,
  at INTEGER NOT NULL,
  note TEXT,
  UNIQUE (cause, reference, currency)
) STRICT;
CREATE INDEX ledger_entry_by_time ON ledger_entry(at, seq);

-- What the wallet has gained by each cause, entries and executions together.
CREATE TABLE ledger_sum(
  cause TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (cause, currency)
) STRICT, WITHOUT ROWID;

-- The last fill that the sums include, and the last conversion that has its entries.
CREATE TABLE ledger_mark(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  last_fill INTEGER NOT NULL,
  last_conversion INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_mark(one, last_fill, last_conversion) VALUES (1, 0, 0);
`;
