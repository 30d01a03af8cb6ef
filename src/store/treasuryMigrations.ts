import { APPLICATION_ID, type Migration } from './migrations.ts';
import { RECOVERY_TABLE } from './recoveryMark.ts';

/** The schema of the treasury. Amounts are TEXT, times INTEGER milliseconds since 1970, UTC. A step that has shipped never changes. */
export const TREASURY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'moves, address book, policy, audit log',
    sql: `
PRAGMA application_id = ${APPLICATION_ID};

CREATE TABLE move(
  id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'batch', 'payout', 'refund', 'conversion')),
  initiator TEXT NOT NULL CHECK (initiator <> ''),
  created_at INTEGER NOT NULL,
  policy_version INTEGER NOT NULL,
  expires_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('awaiting-approval', 'approved', 'sending', 'sent', 'unknown', 'completed',
    'partly-completed', 'declined', 'refused', 'canceled', 'expired')),
  rule TEXT NOT NULL,
  evidence TEXT,
  changed_at INTEGER NOT NULL,
  -- The account that it takes from; one that was begun with one key never goes on with another.
  account TEXT,
  -- Who has to approve it.
  needs TEXT NOT NULL CHECK (json_valid(needs)),
  -- The key with which the initiator has signed it.
  signed_with TEXT
) STRICT;
CREATE INDEX move_by_age ON move(created_at, id);
CREATE INDEX move_open ON move(created_at, id) WHERE state IN ('awaiting-approval', 'approved', 'sending', 'sent', 'unknown');

-- What was asked for; it never changes.
CREATE TABLE move_row(
  move_id TEXT NOT NULL REFERENCES move(id),
  place INTEGER NOT NULL CHECK (place >= 0),
  reference TEXT NOT NULL UNIQUE CHECK (reference <> ''),
  currency TEXT NOT NULL CHECK (currency <> ''),
  amount TEXT NOT NULL,
  destination TEXT CHECK (destination IS NULL OR json_valid(destination)),
  entry TEXT,
  target TEXT,
  fiat_amount TEXT,
  fiat_currency TEXT,
  fee_mode TEXT NOT NULL CHECK (fee_mode IN ('default', 'net', 'gross')),
  beneficiary TEXT CHECK (beneficiary IS NULL OR json_valid(beneficiary)),
  note TEXT,
  PRIMARY KEY (move_id, place)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER move_row_stays BEFORE UPDATE ON move_row
  BEGIN SELECT raise(ABORT, 'what was asked for never changes'); END;

-- What has become of it.
CREATE TABLE move_progress(
  move_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'unknown', 'completed', 'declined', 'not-sent')),
  venue_id TEXT,
  fee TEXT,
  sent_at INTEGER,
  evidence TEXT,
  PRIMARY KEY (move_id, place),
  FOREIGN KEY (move_id, place) REFERENCES move_row(move_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE move_approval(
  move_id TEXT NOT NULL REFERENCES move(id),
  person TEXT NOT NULL CHECK (person <> ''),
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (move_id, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE address_entry(
  id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  destination TEXT NOT NULL CHECK (json_valid(destination)),
  labels TEXT NOT NULL CHECK (json_valid(labels)),
  beneficiary TEXT CHECK (beneficiary IS NULL OR json_valid(beneficiary)),
  requested_by TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  allowed_from INTEGER,
  removed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX address_entry_by_name ON address_entry(name) WHERE removed_at IS NULL;
CREATE TRIGGER destination_stays BEFORE UPDATE OF destination, name, beneficiary ON address_entry
  BEGIN SELECT raise(ABORT, 'another destination is another entry'); END;

CREATE TABLE address_approval(
  entry_id TEXT NOT NULL REFERENCES address_entry(id),
  person TEXT NOT NULL CHECK (person <> ''),
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (entry_id, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE policy_version(
  version INTEGER PRIMARY KEY CHECK (version > 0),
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  published_by TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  approvals TEXT NOT NULL CHECK (json_valid(approvals)),
  holds_from INTEGER NOT NULL
) STRICT;

CREATE TABLE audit(
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  what TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  evidence TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
`,
  },
  {
    version: 2,
    name: 'conversions',
    sql: `
-- Which side of a conversion is exact, and what it brings: exactly so much, or at least.
ALTER TABLE move_row ADD COLUMN conversion TEXT CHECK (conversion IS NULL OR json_valid(conversion));
`,
  },
  {
    version: 3,
    name: 'floats and sweeps',
    sql: `
-- Since when a schedule is known on these terms.
CREATE TABLE schedule(
  name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
  terms TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;

-- What became of each time at which it was due.
CREATE TABLE schedule_run(
  name TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('asked', 'nothing', 'held', 'missed', 'failed')),
  move_id TEXT,
  evidence TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (name, due_at)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    version: 4,
    name: 'refunds of payments on the hosted page',
    sql: `
-- The kinds of moves get one more. Only the text of the check changes, which is what sqlite's manual says to do it for.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''refund'', ''conversion''', '''refund'', ''page-refund'', ''conversion''')
  WHERE type = 'table' AND name = 'move';
PRAGMA writable_schema = RESET;
`,
    postgres: `
ALTER TABLE move DROP CONSTRAINT move_kind_check;
ALTER TABLE move ADD CONSTRAINT move_kind_check CHECK (kind IN ('withdrawal', 'batch', 'payout', 'refund', 'page-refund', 'conversion'));
`,
  },
  {
    version: 5,
    name: 'when it was restored from a backup',
    sql: `
CREATE TABLE restored(
  at INTEGER NOT NULL,
  backed_up_at INTEGER NOT NULL
) STRICT;
`,
  },
  {
    version: 6,
    name: 'what was open when it was restored from a backup',
    sql: `
-- Such a move may have been sent after the backup was made. It is known by this mark, whatever a clock said when it was asked for.
ALTER TABLE move ADD COLUMN of_backup INTEGER NOT NULL DEFAULT 0 CHECK (of_backup IN (0, 1));
UPDATE move SET of_backup = 1 WHERE created_at <= (SELECT max(at) FROM restored);
`,
  },
  {
    version: 7,
    name: 'payments that a person has settled',
    sql: `
-- Who said what became of it, where the venue did not.
ALTER TABLE move_progress ADD COLUMN settled_by TEXT;
`,
  },
  {
    version: 8,
    name: 'payments by time and by amount',
    sql: `
-- A decision reads what its windows are about, and what has not come to its end.
CREATE INDEX move_progress_by_time ON move_progress(sent_at);
CREATE INDEX move_progress_open ON move_progress(sent_at) WHERE NOT state IN ('completed', 'declined', 'not-sent');
-- Whether a payment was made before is looked for among those of its amount.
CREATE INDEX move_row_by_amount ON move_row(amount);
CREATE INDEX move_row_by_fiat ON move_row(fiat_amount) WHERE fiat_amount IS NOT NULL;
`,
  },
  {
    version: 9,
    name: 'which database it is and how far it has got',
    sql: `
-- As in the journal of an account. A seal outside of the database knows both.
CREATE TABLE mark(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  journal TEXT NOT NULL,
  changes INTEGER NOT NULL
) STRICT;
INSERT INTO mark(one, journal, changes) VALUES (1, lower(hex(randomblob(16))), 0);

CREATE TABLE life(
  epoch INTEGER PRIMARY KEY,
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`,
  },
  {
    version: 10,
    name: 'what only some kinds of moves have',
    sql: `
ALTER TABLE move_row ADD COLUMN terms TEXT CHECK (terms IS NULL OR json_valid(terms));
`,
  },
  {
    version: 11,
    name: 'moves by the payment that they are about',
    sql: `
-- Of all refunds of a payment, what the venue shows proves one.
CREATE INDEX move_row_by_target ON move_row(target) WHERE target IS NOT NULL;
`,
  },
  {
    version: 12,
    name: 'owners, and where it has moved',
    sql: `
-- As in the journal of an account: each process that owns the database raises the epoch; one that was overtaken writes nothing more.
CREATE TABLE owner(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  epoch INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO owner(one, epoch, pid, since) SELECT 1, epoch, pid, since FROM life ORDER BY epoch DESC LIMIT 1;
ALTER TABLE life ADD COLUMN machine TEXT;
-- The account at the exchange that this life moved money of.
ALTER TABLE life ADD COLUMN account TEXT;

-- Why this is not the live database of the treasury, as in the journal of an account.
CREATE TABLE standing(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL CHECK (state IN ('incomplete', 'moved', 'reopened')),
  place TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- What an earlier copy has left gives way to a new one.
DROP TRIGGER audit_is_kept;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
  BEGIN SELECT raise(ABORT, 'the audit log is only added to')
    WHERE NOT EXISTS (SELECT 1 FROM standing WHERE state = 'incomplete'); END;
`,
  },
  {
    version: 13,
    name: 'where each life began',
    isForWriters: true,
    sql: `
-- How many changes there were when the life began: what a seal knows of the life before must be among them.
ALTER TABLE life ADD COLUMN changes INTEGER;
`,
  },
  {
    version: 14,
    name: 'when it was recovered',
    isForWriters: true,
    sql: RECOVERY_TABLE,
  },
];
