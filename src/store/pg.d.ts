/** What is used of the driver. It is an optional package, and has no types of its own. */
declare module 'pg' {
  import type { EventEmitter } from 'node:events';
  import type { ConnectionOptions } from 'node:tls';

  export interface ClientConfig {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly password: string | undefined;
    readonly ssl: ConnectionOptions | false;
    readonly application_name: string;
    readonly connectionTimeoutMillis: number;
    readonly keepAlive: true;
    readonly types: { getTypeParser(type: number): (text: string) => unknown };
  }

  export interface Result {
    readonly rowCount: number | null;
    readonly rows: readonly Readonly<Record<string, unknown>>[];
  }

  export interface Query {
    /** A statement with a name is prepared once. */
    readonly name?: string;
    readonly text: string;
    readonly values?: readonly unknown[];
  }

  export class Client extends EventEmitter {
    constructor(config: ClientConfig);
    readonly connection: { readonly stream: { destroy(): void } };
    connect(): Promise<void>;
    /** Several statements, which have no values, give a list of results. */
    query(query: Query): Promise<Result | readonly Result[]>;
    end(): Promise<void>;
  }
}
