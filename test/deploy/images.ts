import { postgresPrograms } from '../store/postgresServer.ts';
import { natsProgram } from '../feed/natsServer.ts';

/** The ports of a container of ours, and where its files are. */
export interface Place {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  /** For what is asked inside the container alone. */
  readonly innerPort: number;
}

/** What an image brings along: what it does before its command, with the programs of this machine in place of its own. */
export interface Image {
  /** Where it keeps its data. */
  readonly data: string;
  readonly port: number;
  /** What runs when no command is given. */
  readonly command: readonly string[];
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
  /** Scripts by the names under which they are called. `docker-entrypoint.sh` is given the command. */
  scripts(place: Place): Readonly<Record<string, string>>;
  /** Where further programs of it are. */
  readonly programs?: string | undefined;
  readonly isRootRefused?: boolean;
}

/** An option in the first place is one of its server. */
const orOptions = (server: string): string => `case "$1" in -*|*.conf) set -- ${server} "$@" ;; esac\nexec "$@"`;

/** Node in place of the wget of an Alpine: a status of an error is a failure. */
const wget = (innerPort: number): string =>
  `for address; do :; done\nexec '${process.execPath}' -e "fetch(process.argv[1].replace(':8222/', ':${innerPort}/')).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" "$address"`;

/** The server that sets a new folder up answers by its socket alone. It goes on when there is a file named `go`. */
const setUp = ({ folder }: Place): string => `if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\\n' "$POSTGRES_PASSWORD" > '${folder}/password'
  initdb -U "$POSTGRES_USER" --pwfile='${folder}/password' --no-sync $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -p '${folder}/bin/postgres' -o "-c listen_addresses=''" start > '${folder}/set-up.log'
  while [ ! -e '${folder}/go' ]; do sleep 0.1; done
  createdb -U "$POSTGRES_USER" -h '${folder}' -w "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@"`;

export const IMAGES: Readonly<Record<string, Image>> = {
  redis: {
    data: '/data',
    port: 6379,
    command: ['redis-server'],
    scripts: ({ data, port }) => ({
      'docker-entrypoint.sh': orOptions('redis-server'),
      'redis-server': `exec /usr/bin/env PATH="$REAL_PATH" redis-server "$@" --port ${port} --bind 127.0.0.1 --dir '${data}'`,
      'redis-cli': `exec /usr/bin/env PATH="$REAL_PATH" redis-cli -p ${port} "$@"`,
    }),
  },
  nats: {
    data: '/data',
    port: 4222,
    command: ['nats-server', '--config', '/etc/nats/nats-server.conf'],
    scripts: ({ port, innerPort }) => ({
      'docker-entrypoint.sh': orOptions('nats-server'),
      'nats-server': `exec /usr/bin/env PATH="$REAL_PATH" '${natsProgram()}' "$@" -a 127.0.0.1 -p ${port} -m ${innerPort}`,
      wget: wget(innerPort),
    }),
  },
  // Until version 17. Later ones keep their data in /var/lib/postgresql.
  postgres: {
    data: '/var/lib/postgresql/data',
    port: 5432,
    command: ['postgres'],
    env: ({ folder, data, port }) => ({ PGDATA: data, PGHOST: folder, PGPORT: String(port) }),
    scripts: (place) => ({
      'docker-entrypoint.sh': `set -e\n${setUp(place)}`,
      postgres: `exec '${postgresPrograms()}/postgres' -c listen_addresses=127.0.0.1 -c unix_socket_directories='${place.folder}' "$@"`,
    }),
    programs: postgresPrograms(),
    isRootRefused: true,
  },
};
