/** The tables as they were first, in a file of ours. What has shipped never changes: see `MIGRATIONS`. */
export function firstSchema(applicationId: number): string {
  return `
PRAGMA application_id = ${applicationId};

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
`;
}
