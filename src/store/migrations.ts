/** One step of the schema. A step that has shipped never changes: a new one follows it. */
export interface Migration {
  /** 1, 2, 3 ... without a gap. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** `sluc` in ASCII: by it sqlite tells our file from another program's. */
export const APPLICATION_ID = 0x73_6c_75_63;

/** Amounts and ids are TEXT (digits beyond a float's, ids beyond 2^53); times are INTEGER milliseconds since 1970, UTC. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'journal, fills, conversions, state',
    sql: `
PRAGMA application_id = ${APPLICATION_ID};

-- Each process that owns the database raises the epoch; one that was overtaken can't begin an intent any more.
CREATE TABLE owner(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT;

CREATE TABLE intent(
  id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
  kind TEXT NOT NULL CHECK (kind <> ''),
  decision TEXT NOT NULL CHECK (decision <> ''),
  lane TEXT NOT NULL CHECK (lane <> ''),
  strategy TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  body TEXT NOT NULL CHECK (length(body) <= 1048576),
  body_hash TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'adopted', 'quarantined')),
  created_at INTEGER NOT NULL,
  gave_up_at INTEGER,
  resolved_at INTEGER,
  exposure TEXT NOT NULL,
  exposure_currency TEXT NOT NULL,
  venue_id TEXT,
  target_id TEXT,
  evidence TEXT,
  UNIQUE (kind, decision)
) STRICT;
CREATE UNIQUE INDEX one_unresolved_per_lane ON intent(lane)
  WHERE state IN ('sending', 'unknown', 'quarantined') AND kind <> 'cancel';
CREATE UNIQUE INDEX one_intent_per_conversion ON intent(venue_id) WHERE kind = 'convert' AND venue_id IS NOT NULL;
CREATE INDEX intent_unresolved ON intent(created_at, id) WHERE state IN ('sending', 'unknown', 'quarantined');
CREATE INDEX intent_by_age ON intent(created_at, id);

CREATE TABLE venue_order(
  order_id TEXT PRIMARY KEY NOT NULL CHECK (order_id <> ''),
  intent_id TEXT NOT NULL REFERENCES intent(id),
  strategy TEXT NOT NULL,
  symbol TEXT NOT NULL,
  side TEXT NOT NULL,
  type TEXT NOT NULL,
  price TEXT,
  amount TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  closed_at INTEGER,
  ended_by TEXT,
  tag TEXT,
  CHECK ((closed_at IS NULL) = (ended_by IS NULL))
) STRICT;
CREATE INDEX venue_order_open ON venue_order(opened_at, order_id) WHERE closed_at IS NULL;
CREATE INDEX venue_order_of_intent ON venue_order(intent_id);

CREATE TABLE fill(
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (id <> ''),
  order_id TEXT NOT NULL,
  symbol TEXT NOT NULL,
  side TEXT NOT NULL,
  type TEXT NOT NULL,
  price TEXT NOT NULL,
  amount TEXT NOT NULL,
  fee TEXT NOT NULL,
  fee_currency TEXT NOT NULL,
  fee_type TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  traded_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  intent_id TEXT,
  strategy TEXT,
  tag TEXT,
  book TEXT CHECK (book IS NULL OR json_valid(book))
) STRICT;
CREATE INDEX fill_by_time ON fill(traded_at, seq);
CREATE INDEX fill_by_symbol ON fill(symbol, traded_at, seq);
CREATE INDEX fill_by_strategy ON fill(strategy, traded_at, seq);
CREATE INDEX fill_by_order ON fill(order_id, traded_at, seq);

CREATE TABLE watermark(
  symbol TEXT PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE conversion(
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (id <> ''),
  from_currency TEXT NOT NULL,
  to_currency TEXT NOT NULL,
  from_amount TEXT NOT NULL,
  to_amount TEXT NOT NULL,
  rate TEXT NOT NULL,
  executed_at INTEGER NOT NULL,
  intent_id TEXT,
  strategy TEXT
) STRICT;
CREATE INDEX conversion_by_time ON conversion(executed_at, seq);

CREATE TABLE state(
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL CHECK (length(value) <= 1048576),
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    version: 2,
    name: 'which journal it is, and how far it has got',
    sql: `
CREATE TABLE mark(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  journal TEXT NOT NULL,
  changes INTEGER NOT NULL
) STRICT;
INSERT INTO mark(one, journal, changes) VALUES (1, lower(hex(randomblob(16))), 0);

-- One row for each process that has owned the database.
CREATE TABLE life(
  epoch INTEGER PRIMARY KEY,
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`,
  },
  {
    version: 3,
    name: 'when a request was handed to the network, and until when the venue takes it',
    sql: `
-- By our clock, and by the venue's.
ALTER TABLE intent ADD COLUMN sent_at INTEGER;
ALTER TABLE intent ADD COLUMN expires_at INTEGER;
-- The name of the refusal that an unknown outcome began with.
ALTER TABLE intent ADD COLUMN refusal TEXT;
`,
  },
  {
    version: 4,
    name: 'cancels and replacements by their order',
    sql: `
CREATE INDEX intent_by_target ON intent(target_id, created_at, id) WHERE target_id IS NOT NULL;
`,
  },
  {
    version: 5,
    name: 'sums of the history',
    sql: `
-- What all fills and conversions before a time add up to, so that a start need not read them. A row that is being worked out has
-- no sums yet. Whatever changes the past takes away the sums that it was part of, in the same transaction.
CREATE TABLE history_sum(
  before_at INTEGER PRIMARY KEY,
  arithmetic TEXT NOT NULL,
  sums TEXT CHECK (sums IS NULL OR json_valid(sums))
) STRICT;
CREATE TRIGGER sums_without_fill AFTER INSERT ON fill
  BEGIN DELETE FROM history_sum WHERE before_at > NEW.traded_at; END;
CREATE TRIGGER sums_with_old_fill AFTER UPDATE ON fill
  BEGIN DELETE FROM history_sum WHERE before_at > min(OLD.traded_at, NEW.traded_at); END;
CREATE TRIGGER sums_with_lost_fill AFTER DELETE ON fill
  BEGIN DELETE FROM history_sum WHERE before_at > OLD.traded_at; END;
CREATE TRIGGER sums_without_conversion AFTER INSERT ON conversion
  BEGIN DELETE FROM history_sum WHERE before_at > NEW.executed_at; END;
CREATE TRIGGER sums_with_old_conversion AFTER UPDATE ON conversion
  BEGIN DELETE FROM history_sum WHERE before_at > min(OLD.executed_at, NEW.executed_at); END;
CREATE TRIGGER sums_with_lost_conversion AFTER DELETE ON conversion
  BEGIN DELETE FROM history_sum WHERE before_at > OLD.executed_at; END;
`,
  },
  {
    version: 6,
    name: 'the ledger',
    sql: `
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
`,
  },
  {
    version: 7,
    name: 'references of transfers',
    sql: `
-- What a transfer is known by at the venue. One that came to nothing may be followed by another with the same reference.
CREATE TABLE intent_reference(
  reference TEXT NOT NULL CHECK (reference <> ''),
  intent_id TEXT NOT NULL REFERENCES intent(id),
  PRIMARY KEY (reference, intent_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX intent_transfer ON intent(created_at, id) WHERE kind = 'transfer';
`,
  },
  {
    version: 8,
    name: "the venue's time of an intent",
    sql: `
ALTER TABLE intent ADD COLUMN venue_at INTEGER;
`,
  },
  {
    version: 9,
    name: 'unresolved intents beside each other',
    sql: `
-- An unresolved intent has a place in its lane; each place is for one. How many there are is the setting's.
ALTER TABLE intent ADD COLUMN place INTEGER NOT NULL DEFAULT 0 CHECK (place >= 0);
DROP INDEX one_unresolved_per_lane;
CREATE UNIQUE INDEX one_unresolved_per_place ON intent(lane, place)
  WHERE state IN ('sending', 'unknown', 'quarantined') AND kind <> 'cancel';
`,
  },
  {
    version: 10,
    name: 'intents that were found late',
    sql: `
-- Whether it was adopted after it had been rejected or taken for not sent: nobody waits for what it has led to. Until now the words said so.
ALTER TABLE intent ADD COLUMN found_late INTEGER NOT NULL DEFAULT 0 CHECK (found_late IN (0, 1));
UPDATE intent SET found_late = 1 WHERE state = 'adopted' AND evidence = 'found late, after it was taken for not done';
`,
  },
  {
    version: 11,
    name: 'changes of positions that no execution made',
    sql: `
-- What a strategy's position began with, once for each symbol, and what a person has corrected.
CREATE TABLE position_entry(
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (id <> ''),
  cause TEXT NOT NULL CHECK (cause IN ('opening', 'correction')),
  strategy TEXT NOT NULL,
  symbol TEXT NOT NULL,
  amount TEXT NOT NULL,
  price TEXT NOT NULL,
  at INTEGER NOT NULL,
  note TEXT
) STRICT;
CREATE UNIQUE INDEX one_opening ON position_entry(strategy, symbol) WHERE cause = 'opening';
CREATE INDEX position_entry_by_time ON position_entry(at, seq);
CREATE TRIGGER sums_without_entry AFTER INSERT ON position_entry
  BEGIN DELETE FROM history_sum WHERE before_at > NEW.at; END;
`,
  },
];
