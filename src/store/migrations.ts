import { EQUITY_STEPS } from './equityRows.ts';
import { firstSchema } from './firstSchema.ts';
import { LEDGER_TABLES } from './ledgerTables.ts';
import { RECOVERY_TABLE } from './recoveryMark.ts';

/** One step of the schema. A step that has shipped never changes: a new one follows it. */
export interface Migration {
  /** 1, 2, 3 ... without a gap. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** The same on a server, where the words of sqlite have none there. */
  readonly postgres?: string;
  /** Who only reads does as well without it, so that a database is read before its owner has brought it up to date. */
  readonly isForWriters?: boolean;
}

/** `sluc` in ASCII: by it sqlite tells our file from another program's. */
export const APPLICATION_ID = 0x73_6c_75_63;

/** Amounts and ids are TEXT (digits beyond a float's, ids beyond 2^53); times are INTEGER milliseconds since 1970, UTC. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'journal, fills, conversions, state',
    sql: firstSchema(APPLICATION_ID),
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
    sql: LEDGER_TABLES,
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
  {
    version: 12,
    name: 'where the ledger began, and balances of the venue by day',
    sql: `
-- The last fill that was logged before the ledger began: it is in the opening balances. Not known of a ledger that began before this version.
ALTER TABLE ledger_mark ADD COLUMN first_fill INTEGER;

-- What the venue said that the account has, of each day the last, in milliseconds since 1970 as its first moment (UTC).
CREATE TABLE balance_record(
  day INTEGER NOT NULL,
  currency TEXT NOT NULL CHECK (currency <> ''),
  total TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (day, currency)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    version: 13,
    name: 'where the account has moved to',
    sql: `
-- Why this is not the live store of its account: it has moved, or this is a copy that was cut, or one that a person has opened again.
-- Without a row it is the live one.
CREATE TABLE standing(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL CHECK (state IN ('incomplete', 'moved', 'reopened')),
  place TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`,
  },
  {
    version: 14,
    name: 'which owner wrote an intent',
    sql: `
-- The epoch of the owner that began it, and of the one that changed it last: the fencing token. 0 in rows of earlier versions.
ALTER TABLE intent ADD COLUMN begun_epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE intent ADD COLUMN settled_epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE life ADD COLUMN machine TEXT;

-- An owner that was overtaken writes no intent, whatever it believes. Rows that are copied from another store keep the epochs that they had there.
CREATE TRIGGER fence_begun AFTER INSERT ON intent
  BEGIN SELECT raise(ABORT, 'overtaken: the epoch of this row has ended')
    WHERE NEW.begun_epoch <> (SELECT epoch FROM owner) AND NOT EXISTS (SELECT 1 FROM standing WHERE state = 'incomplete'); END;
CREATE TRIGGER fence_settled AFTER UPDATE ON intent
  BEGIN SELECT raise(ABORT, 'overtaken: the epoch of this row has ended')
    WHERE NEW.settled_epoch <> (SELECT epoch FROM owner); END;
`,
  },
  {
    version: 15,
    name: 'what happened, for people who look',
    sql: `
-- Lines of the event log, and what the account was worth, a point a minute. Nothing that trades reads them. What is old is thinned and goes.
CREATE TABLE event_line(
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('info', 'warn', 'error', 'fatal')),
  event TEXT NOT NULL,
  strategy TEXT,
  symbol TEXT,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX event_line_by_time ON event_line(at, id);
CREATE INDEX event_line_by_event ON event_line(event, id);

-- Minutes since 1970, UTC.
CREATE TABLE equity_point(
  minute INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  point TEXT NOT NULL CHECK (json_valid(point))
) STRICT;
`,
  },
  {
    version: 16,
    name: 'what happened, by strategy',
    sql: `
CREATE INDEX event_line_by_strategy ON event_line(strategy, id) WHERE strategy IS NOT NULL;
`,
  },
  {
    version: 17,
    name: 'where each life began',
    isForWriters: true,
    sql: `
-- How many changes there were when the life began: what a seal knows of the life before must be among them.
ALTER TABLE life ADD COLUMN changes INTEGER;
`,
  },
  {
    version: 18,
    name: 'when it was recovered',
    isForWriters: true,
    sql: RECOVERY_TABLE,
  },
  {
    version: 19,
    name: 'how far the worth of the account went within each minute',
    isForWriters: true,
    sql: EQUITY_STEPS,
  },
  {
    version: 20,
    name: 'what was not placed, by when that was known',
    sql: `
CREATE INDEX intent_tombstone ON intent(lane, resolved_at) WHERE state IN ('rejected', 'not-sent') AND kind IN ('place', 'replace');
`,
  },
  {
    version: 21,
    name: 'on what ground an intent is what it is, and what came to nothing by its kind',
    isForWriters: true,
    sql: `
-- Each state that it had since it was sent, with when and why, of one that had more than one: JSON, oldest first.
ALTER TABLE intent ADD COLUMN verdicts TEXT;
CREATE INDEX intent_not_done ON intent(kind, resolved_at) WHERE state IN ('rejected', 'not-sent');
`,
  },
];
