import { afterAll, beforeAll, expect } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { until } from '../until.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type Ran, run, testIo } from './testIo.ts';

interface Listening {
  readonly exchange: { readonly url: string; readonly key: string; readonly secret: string };
  readonly processing: { readonly url: string; readonly key: string; readonly secret: string };
  readonly hostedPage: { readonly url: string; readonly userUuid: string; readonly secret: string };
  readonly control: { readonly url: string; readonly token: string };
}

/** A simulator that is served over HTTP for a file of tests, with its control side, and commands that use it. */
export interface ServedVenue {
  env(): Readonly<Record<string, string>>;
  /** Acts on the world around the venue. Fails the test when that is refused. */
  readonly control: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  /** Lets the venue's time pass. */
  advance(ms: number): Promise<void>;
  readonly command: (...words: readonly string[]) => Promise<Ran>;
  /** What a command prints with `-o json`. Fails the test when the command does. */
  readonly json: <T = Record<string, unknown>>(...words: readonly string[]) => Promise<T>;
}

/** On a busy machine a write may miss its deadline. Nothing was sent then. */
const MISSED = /connecting took longer than/;

export function serveVenue(...options: readonly string[]): ServedVenue {
  const io = testIo();
  const folder = temporaryFolder();
  let ended: Promise<number>;
  let venue: Listening;

  beforeAll(async () => {
    ended = main(['simulator', ...options, '-o', 'json'], io);
    await until(() => io.stdout().endsWith('\n'));
    venue = JSON.parse(io.stdout()) as Listening;
  });

  afterAll(async () => {
    io.stop.abort('SIGTERM');
    expect(await ended).toBe(0);
    folder.remove();
  });

  const env = (): Readonly<Record<string, string>> => ({
    SLUICE_EXCHANGE_URL: venue.exchange.url,
    SLUICE_EXCHANGE_KEY: venue.exchange.key,
    SLUICE_EXCHANGE_SECRET: venue.exchange.secret,
    SLUICE_PROCESSING_URL: venue.processing.url,
    SLUICE_PROCESSING_KEY: venue.processing.key,
    SLUICE_PROCESSING_SECRET: venue.processing.secret,
    SLUICE_HOSTED_URL: venue.hostedPage.url,
    SLUICE_HOSTED_USER: venue.hostedPage.userUuid,
    SLUICE_HOSTED_SECRET: venue.hostedPage.secret,
    SLUICE_ACCOUNTS: folder.path('accounts'),
    SLUICE_STATE: folder.path('state'),
  });
  const control: ServedVenue['control'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${venue.control.token}` };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${venue.control.url}/control/v1${path}`, init);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const command = async (...words: readonly string[]): Promise<Ran> => {
    const ran = await run(words, { env: env() });
    return MISSED.test(ran.stderr) ? command(...words) : ran;
  };
  return {
    env,
    control,
    advance: async (advanceMs) => void (await control('POST', '/time', { advanceMs })),
    command,
    json: async <T>(...words: readonly string[]) => {
      const { code, stdout, stderr } = await command(...words, '-o', 'json');
      expect([code, stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"note"'))]).toEqual([0, []]);
      return JSON.parse(stdout) as T;
    },
  };
}
