import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

const NETWORKS = 250;

/** Network namespaces of this machine, each as a machine of its own in one network with it: a pair of interfaces each, and a bridge. */
export class Namespaces {
  /** The address of this machine in that network. */
  readonly host: string;
  readonly #names: readonly string[];
  readonly #bridge = `slb${process.pid}`;

  /** Throws when they can't be made, and says why. */
  constructor(count: number) {
    const network = freeNetwork();
    this.host = `${network}.1`;
    this.#names = Array.from({ length: count }, (_, i) => `sluice-bench-${process.pid}-${i}`);
    try {
      ip('link', 'add', this.#bridge, 'type', 'bridge');
      ip('addr', 'add', `${this.host}/24`, 'dev', this.#bridge);
      ip('link', 'set', this.#bridge, 'up');
      for (const [i, name] of this.#names.entries()) {
        const outside = `slv${process.pid}-${i}`;
        ip('netns', 'add', name);
        ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
        ip('link', 'set', outside, 'master', this.#bridge, 'up');
        ip('-n', name, 'addr', 'add', `${network}.${i + 2}/24`, 'dev', 'eth0');
        for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up');
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What runs a command in one of them. The process is the command's own: nothing stands between. */
  inside(number: number): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[number]!];
  }

  close(): void {
    // A pair goes with its namespace.
    for (const name of this.#names) spawnSync('ip', ['netns', 'del', name]);
    spawnSync('ip', ['link', 'del', this.#bridge]);
  }
}

function ip(...argv: string[]): void {
  const { status, stderr, error } = spawnSync('ip', argv, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`network namespaces can't be made: there is no ip in PATH (Debian: apt-get install iproute2)`);
  if (status !== 0)
    throw new Error(
      `network namespaces can't be made here: ip ${argv.join(' ')}: ${stderr.trim()}; it takes root, on a Linux that lets it`,
    );
}

/** One that no interface of this machine is in. */
function freeNetwork(): string {
  const used = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  for (let i = 0; i < NETWORKS; i++) {
    const network = `10.213.${(process.pid + i) % NETWORKS}`;
    if (!used.some((address) => address.startsWith(`${network}.`))) return network;
  }
  throw new Error(`network namespaces can't be made: all of 10.213.0.0/16 is taken`);
}
