import type { TestProject } from 'vitest/node';
import { postgresMissing, PostgresServer } from './postgresServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Postgres on which the tests of the store run. Without one they run on sqlite. */
    readonly postgres: string | undefined;
    /** Why they can't run on it. */
    readonly postgresMissing: string | undefined;
  }
}

let server: PostgresServer | undefined;

/** Before the tests of the project `postgres`: starts the server for all of them. */
export async function setup(project: TestProject): Promise<void> {
  const missing = postgresMissing();
  project.provide('postgresMissing', missing);
  if (missing !== undefined) return;
  server = await new PostgresServer().start();
  project.provide('postgres', server.url);
}

export async function teardown(): Promise<void> {
  await server?.remove();
}
