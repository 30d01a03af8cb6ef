import type * as ServedVenue from '../simulator/servedVenue.ts';
import type * as Signed from '../simulator/signedRequests.ts';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import type { Copy } from './copies.ts';
import { converse, type Raw, rawRequest, statusOf } from './wire.ts';

/** A simulator on a port of its own, and what an attacker knows of it. */
export interface SimulatorSite extends ServedVenue.ServedVenue {
  readonly port: number;
  /** Sends bytes; the name of this machine is given unless the lines give another. */
  ask(raw: Raw): Promise<string>;
  /** The lines of a head that is signed as the owner would. What is sent may differ. */
  signed(call: { readonly method: string; readonly path: string; readonly body?: string; readonly at?: number }): readonly string[];
}

export type Visit = (site: SimulatorSite) => Promise<boolean>;

/** An attack on a simulator that is opened for it alone. */
export function onSimulator(visit: Visit, options: Partial<SimulatorOptions> = {}): (copy: Copy) => Promise<boolean> {
  return async (copy) => {
    const { serveVenue } = await copy.load<typeof ServedVenue>('test/simulator/servedVenue.ts');
    const { signatureOf } = await copy.load<typeof Signed>('test/simulator/signedRequests.ts');
    const venue = await serveVenue(options);
    const port = Number(new URL(venue.url).port);
    const { key, secret } = venue.simulator.exchange;
    const site: SimulatorSite = {
      ...venue,
      port,
      ask: (raw) => {
        const isNamed = raw.lines?.some((line) => /^host:/i.test(line)) ?? false;
        return converse(port, rawRequest({ ...raw, lines: [...(isNamed ? [] : [`host: 127.0.0.1:${port}`]), ...(raw.lines ?? [])] }));
      },
      signed: ({ method, path, body = '', at = venue.wallClock.now() }) => [
        `svc-api-key: ${key}`,
        `svc-api-timestamp: ${at}`,
        `svc-api-sign: ${signatureOf(secret, String(at), method, path.split('?')[0]!, body)}`,
      ],
    };
    try {
      return await visit(site);
    } finally {
      await venue.close();
    }
  };
}

export const answers = async (site: SimulatorSite, raw: Raw): Promise<number> => statusOf(await site.ask(raw));
