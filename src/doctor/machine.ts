import type { SqliteFacts } from '../store/inspectDatabase.ts';

/** Room on the disk that a path is on. */
export interface DiskSpace {
  readonly freeBytes: number;
  /** Undefined where the file system has no fixed number of files. */
  readonly freeFiles: number | undefined;
}

/** What the checks ask of the machine, as a port. */
export interface Machine {
  /** Without a leading `v`. */
  readonly node: string;
  readonly sluice: string;
  sqlite(): Promise<SqliteFacts>;
  /** Asked only about a folder that exists. */
  space(path: string): Promise<DiskSpace>;
  /** What a program of the system prints. Undefined where there is none, it fails, or it does not end in time. */
  ask(program: string, args: readonly string[]): Promise<string | undefined>;
  /** Whether nobody listens on this port of 127.0.0.1. */
  isPortFree(port: number): Promise<boolean>;
}
