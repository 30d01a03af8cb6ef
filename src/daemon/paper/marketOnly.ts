import { Fault } from '../../base/fault.ts';
import type { Transport, TransportRequest } from '../../client/transport.ts';
import { exchange } from '../../contract/exchange.ts';

/** What paper trading may ask the venue for: its market, and a list whose answer carries the venue's time. */
const READS: readonly (keyof typeof exchange)[] = ['symbols.list', 'statistics.list', 'book.get', 'currencies.list'];

/**
 * A network that carries only reads of the market to the venue. Everything else is refused before a byte leaves. With
 * `isUnsigned` the requests go out without signature headers.
 */
export function marketOnly(transport: Transport, url: string, isUnsigned: boolean): Transport {
  const base = new URL(url).pathname.replace(/\/$/, '');
  const paths = READS.map((name) => new RegExp(`^${escaped(base)}${escaped(exchange[name].path).replace('\\{symbol\\}', '[^/]+')}$`));
  const isMarket = ({ method, url: target }: TransportRequest): boolean => {
    const { pathname } = new URL(target);
    return method === 'GET' && paths.some((path) => path.test(pathname));
  };
  return {
    async send(request) {
      if (!isMarket(request)) throw refusal(request);
      if (!isUnsigned) return transport.send(request);
      const response = await transport.send({ ...request, headers: unsigned(request.headers) });
      if (response.status === 401) throw keyWanted(request);
      return response;
    },
    close: () => transport.close(),
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function unsigned(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^svc-api-/i.test(name)));
}

function keyWanted({ url }: TransportRequest): Fault {
  return new Fault('unauthorized', `the venue ${new URL(url).host} shows its market to a key only: HTTP 401 without one`, {
    outcome: 'rejected',
    status: 401,
    suggestion:
      'give paper mode a key that may only read: venue.exchange.key and .secret, or SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
  });
}

function refusal({ method, url }: TransportRequest): Fault {
  return new Fault('refused', `paper mode sends nothing but reads of the market, and not ${method} ${new URL(url).pathname}`, {
    outcome: 'not-sent',
    suggestion: 'the paper account lives inside its daemon: start it with `sluice run`, and repeat the command with the same -c FILE',
  });
}
