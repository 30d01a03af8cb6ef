import { Fault, isFault, messageOf } from '../../base/fault.ts';

interface Trouble {
  readonly pattern: RegExp;
  readonly code: 'network' | 'timeout' | 'unauthorized' | 'store';
  readonly what: string;
  readonly suggestion: string;
}

const AGAIN = 'nothing is lost';

/** What a Redis says or does when it can't work, in the order in which the texts are looked for. */
const TROUBLES: readonly Trouble[] = [
  {
    pattern: /ECONNREFUSED/,
    code: 'network',
    what: 'nothing listens there',
    suggestion: 'start one (Debian: apt-get install redis-server), or correct --queue',
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    code: 'network',
    what: 'the name of that machine is not known',
    suggestion: 'correct the host in --queue',
  },
  {
    pattern: /WRONGPASS|NOAUTH|AUTH.*without any password|NOPERM|invalid username-password/i,
    code: 'unauthorized',
    what: 'it does not take this user and password',
    suggestion: 'correct them in --queue, or put the password into SLUICE_QUEUE_PASSWORD',
  },
  {
    pattern: /\bOOM\b/,
    code: 'store',
    what: 'it is full: it has reached its maxmemory',
    suggestion: `free some of it, or raise the limit (redis-cli config set maxmemory 1gb); ${AGAIN}`,
  },
  {
    pattern: /MISCONF/,
    code: 'store',
    what: 'it takes no writes, since it can not save to its own disk',
    suggestion: `free space where it saves (redis-cli config get dir); ${AGAIN}`,
  },
  {
    pattern: /READONLY/,
    code: 'store',
    what: 'it is a replica, which takes no writes',
    suggestion: 'name the primary in --queue',
  },
  {
    pattern: /ALTNAME/,
    code: 'network',
    what: 'its certificate is for another name or address',
    suggestion: 'name it in --queue as its certificate does',
  },
  {
    pattern: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/i,
    code: 'network',
    what: 'it speaks no TLS at this port',
    suggestion: 'name its tls-port in --queue, or write redis:// inside one private network',
  },
  {
    pattern: /CERT|SELF_SIGNED|UNABLE.TO.VERIFY/i,
    code: 'network',
    what: 'who has signed its certificate is not known here',
    suggestion:
      "start sluice with NODE_EXTRA_CA_CERTS=PATH, the certificate of who has signed the server's; if that is what is there, somebody may stand in between",
  },
  { pattern: /LOADING/, code: 'network', what: 'it is still reading its data', suggestion: `wait until it has; ${AGAIN}` },
  {
    pattern: /ECONNRESET|EPIPE|Connection is closed/,
    code: 'network',
    what: 'it has ended the connection',
    suggestion: `see in its log whether it runs; one that speaks TLS is named with rediss://; ${AGAIN}`,
  },
  {
    pattern: /timed? ?out/i,
    code: 'timeout',
    what: 'it has not answered in time',
    suggestion: `look at its load and at the network (redis-cli --latency -h HOST); rediss:// is not answered by one without TLS; ${AGAIN}`,
  },
];

const GONE = /Connection is closed|Stream isn't writeable|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH/;

/** Whether an error says that Redis can't work now. Everything else is about what was asked. */
export function isFarmTrouble(error: unknown): boolean {
  if (isFault(error)) return false;
  const text = textOf(error);
  return isReply(error) || GONE.test(text) || TROUBLES.some(({ pattern }) => pattern.test(text));
}

/** What Redis itself answers, as its client names it. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function textOf(error: unknown): string {
  return `${messageOf(error)} ${(error as { readonly code?: string } | undefined)?.code ?? ''}`;
}

/** An error of the Redis at `shown` as a `Fault` that says what it is and what to do. Other faults are returned as they are. */
export function farmFault(shown: string, error: unknown): Fault {
  if (isFault(error)) return error;
  const text = textOf(error);
  const known = TROUBLES.find(({ pattern }) => pattern.test(text));
  if (known === undefined) {
    return new Fault('network', `the Redis at ${shown} can't be used: ${messageOf(error)}`, {
      suggestion: 'see whether it runs and can be reached from here (redis-cli -h HOST ping)',
      cause: error,
    });
  }
  const { code, what, suggestion } = known;
  return new Fault(code, `the Redis at ${shown} can't be used: ${what}`, { suggestion, cause: error });
}
