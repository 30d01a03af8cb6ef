import { Fault, type FaultCode, isFault, messageOf } from '../base/fault.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { liveSubject } from './topic.ts';

interface Trouble {
  readonly pattern: RegExp;
  readonly code: FaultCode;
  readonly what: string;
  readonly suggestion: (server: FeedServer) => string;
}

const GROWN = /wrong last sequence|10071/i;

/** What a NATS says or does when it can't work, in the order in which the texts are looked for. */
const TROUBLES: readonly Trouble[] = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    code: 'network',
    what: 'the name of that machine is not known',
    suggestion: ({ setting }) => `correct the host in ${setting}`,
  },
  {
    pattern: /ECONNREFUSED/,
    code: 'network',
    what: 'nothing listens there',
    suggestion: ({ setting }) => `start one (Debian: apt-get install nats-server; nats-server -js), or correct ${setting}`,
  },
  {
    pattern: /altname/i,
    code: 'network',
    what: 'its certificate is for another name or address',
    suggestion: ({ setting }) => `name the server in ${setting} as its certificate does, or give it one for this name or address`,
  },
  {
    pattern: /does not support 'tls'|not available on this server/i,
    code: 'network',
    what: 'it speaks no TLS',
    suggestion: ({ setting }) =>
      `give it a tls block with cert_file and key_file, or write nats:// in ${setting} inside one private network`,
  },
  {
    pattern: /CERT|certificate|self.signed|unable to verify|tls|ssl/i,
    code: 'network',
    what: 'who has signed its certificate is not known here',
    suggestion: ({ setting }) =>
      `write tls:// and ?ca=PATH in ${setting}, with the certificate of who has signed the server's; if that is what is there, somebody may stand in between`,
  },
  {
    pattern: /permissions? violation/i,
    code: 'unauthorized',
    what: 'this user may not do there what is needed',
    suggestion: ({ stream }) =>
      `in its permissions there, let it publish to $JS.API.> and ${stream}.>, and subscribe to _INBOX.> and ${liveSubject(stream)}.>`,
  },
  {
    pattern: /authorization|authentication/i,
    code: 'unauthorized',
    what: 'it does not take this user and password',
    suggestion: ({ setting }) => `correct them in ${setting}, or in the authorization block of the server`,
  },
  {
    pattern: /jetstream (?:is )?not enabled|JetStreamNotEnabled|10039|10076|no responders/i,
    code: 'configuration',
    what: 'its JetStream is off',
    suggestion: () => 'start it with -js, or with a jetstream block in its configuration',
  },
  {
    pattern: /insufficient (?:storage )?resources|maximum bytes exceeded|no space|disk full|10023|10047|10054|10077/i,
    code: 'store',
    what: 'it is full',
    suggestion: () => 'free room on its disk, raise max_file_store there, or lower record.publishedMost',
  },
  {
    // Version 2.9 says so, and later ones change it.
    pattern: /can ?not change RePublish/i,
    code: 'configuration',
    what: "its stream was made by an earlier sluice, and it can't change how that gives on what it stores",
    suggestion: ({ stream, setting }) =>
      `remove the stream (nats stream rm ${stream}; all that is lost is what no sluice of this version reads), or name another in ${setting}`,
  },
  {
    pattern: GROWN,
    code: 'refused',
    what: 'its stream has grown by what somebody else has written',
    suggestion: ({ setting }) => `let nothing else write to the stream that ${setting} names`,
  },
  {
    // Some say no more than this to a user whom they do not take.
    pattern: /ECONNRESET|EPIPE|connection refused|connection (?:was )?closed|ClosedConnection/i,
    code: 'network',
    what: 'it has ended the connection',
    suggestion: ({ setting }) => `see in its log whether it runs, and whether it takes the user and password of ${setting}`,
  },
  {
    pattern: /timed? ?out|timeout/i,
    code: 'timeout',
    what: 'it has not answered in time',
    suggestion: () =>
      'look at its disk, its load and the network (nats-server -m 8222, then /varz and /jsz); one whose disk was full has to be restarted when there is room',
  },
];

/** Whether a message was refused because the stream did not end where it was expected to. */
export function hasGrown(error: unknown): boolean {
  return !isFault(error) && GROWN.test(textOf(error));
}

/** An error of a NATS as a `Fault` that says what it is and what to do. */
export function natsFault(server: FeedServer, error: unknown): Fault {
  if (isFault(error)) return error;
  const text = textOf(error);
  const known = TROUBLES.find(({ pattern }) => pattern.test(text));
  const prefix = `the NATS at ${server.shown} (${server.setting}) can't be used`;
  if (known !== undefined) {
    return new Fault(known.code, `${prefix}: ${known.what}`, { suggestion: known.suggestion(server), cause: error });
  }
  return new Fault('network', `${prefix}: ${messageOf(error)}`, {
    suggestion: 'see whether it runs and can be reached from here',
    cause: error,
  });
}

/** The texts of an error and of those that caused it. */
function textOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: string | number; readonly cause?: unknown };
  const name = error instanceof Error ? error.name : '';
  return `${name} ${messageOf(error)} ${code ?? ''}${cause === undefined ? '' : ` ${textOf(cause)}`}`;
}
