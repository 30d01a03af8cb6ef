/** Who owns a database on a server, and until when. */
export const LEASE_TABLE = `CREATE TABLE IF NOT EXISTS lease(one BIGINT PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, machine TEXT NOT NULL,
  pid BIGINT NOT NULL, since TIMESTAMPTZ NOT NULL, until TIMESTAMPTZ NOT NULL)`;

/** What its owner was asked for from elsewhere. It has an answer once it was done. */
export const ASKED_TABLE = `CREATE TABLE IF NOT EXISTS asked(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what TEXT NOT NULL, machine TEXT NOT NULL,
  asked_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), answered_at TIMESTAMPTZ, answer TEXT)`;

export interface Holder {
  readonly holder: string;
  readonly machine: string;
  readonly pid: number;
  readonly since: string;
  readonly until: string;
}

export const HOLDER = `SELECT holder, machine, pid, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, until::text AS until FROM lease`;
export const HOLDER_NOW = `${HOLDER} WHERE until > clock_timestamp()`;
export const NOT_ANSWERED = `SELECT coalesce(json_agg(json_build_object('id', id::text, 'what', what) ORDER BY id), '[]')::text FROM asked WHERE answer IS NULL`;
