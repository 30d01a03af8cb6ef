import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '../../src/settings/loadSettings.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly volumes: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly cap_drop: readonly string[];
  readonly image: string;
}

interface SharedServer {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly security_opt: readonly string[];
  readonly restart: string;
}

const { services } = parse(read('deploy/compose.yaml')) as { readonly services: Readonly<Record<string, Service>> };
const dockerfile = read('deploy/Dockerfile');
const unit = read('deploy/sluice.service');
const all = (key: string): string[] => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map((match) => match[1]!);

describe('the containers', () => {
  it('mount only what is there, and a configuration that is right and shows its metrics where Prometheus looks', async () => {
    const mounted = Object.values(services).flatMap(({ volumes }) => volumes.filter((volume) => volume.startsWith('./')));
    expect(mounted.length).toBeGreaterThan(3);
    expect(mounted.filter((volume) => !existsSync(join(ROOT, 'deploy', volume.split(':')[0]!)))).toEqual([]);
    const settings = await loadSettings({ file: join(ROOT, 'deploy/sluice.yaml'), env: {} });
    expect(settings.mode).toBe('demo');
    expect(read('deploy/prometheus/prometheus.yml')).toContain(`127.0.0.1:${settings.metrics.port}`);
  });

  it('are open to this machine only, have no capability, and name their versions', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.length).toBe(1);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    for (const [name, { cap_drop, image }] of Object.entries(services)) {
      expect(cap_drop, name).toEqual(['ALL']);
      if (name !== 'sluice') expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
    }
  });

  it('are built from files that are there and not ignored, run as no root, and end in order', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
    const ignored = read('.dockerignore').trim().split('\n');
    expect(copied.length).toBeGreaterThan(6);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)) || ignored.includes(path))).toEqual([]);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(last).toMatch(/^HEALTHCHECK .*"sluice", "status"/m);
    const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
    expect([...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map((match) => `>=${match[1]}`)).toEqual([engines.node, engines.node]);
  });
});

describe('the servers that machines share', () => {
  const text = read('deploy/servers.yaml');
  const file = parse(text) as {
    readonly services: Readonly<Record<string, SharedServer>>;
    readonly volumes: Readonly<Record<string, null>>;
  };
  const servers = Object.entries(file.services);

  it('are the three, each with a version, a check of its health, a volume and no more rights than it has', () => {
    expect(servers.map(([name]) => name)).toEqual(['redis', 'nats', 'postgres']);
    for (const [name, { image, healthcheck, volumes, security_opt, restart }] of servers) {
      expect(image, name).toMatch(/:\d+\.\d+(?:\.\d+)?-alpine$/);
      expect(healthcheck.test.length, name).toBeGreaterThan(1);
      expect(volumes.filter((volume) => volume.startsWith(`${name}:/`)).length, name).toBe(1);
      expect([security_opt, restart], name).toEqual([['no-new-privileges:true'], 'unless-stopped']);
    }
    expect(Object.keys(file.volumes)).toEqual(servers.map(([name]) => name));
    const mounted = servers.flatMap(([, { volumes }]) => volumes.filter((volume) => volume.startsWith('./')));
    expect(mounted.filter((volume) => !existsSync(join(ROOT, 'deploy', volume.split(':')[0]!)))).toEqual([]);
  });

  it('are open to this machine only unless an address is named, and start with no password that is not set', () => {
    const ports = servers.flatMap(([, server]) => server.ports);
    expect(ports.map((port) => port.replace(/:\d+:\d+$/, ''))).toEqual(
      Array.from({ length: 3 }, () => '${SLUICE_SERVERS_ADDRESS:-127.0.0.1}'),
    );
    const passwords = servers.flatMap(([, { environment }]) => Object.entries(environment).filter(([name]) => /PASSWORD|AUTH/.test(name)));
    expect(passwords.length).toBe(3);
    for (const [name, value] of passwords) expect(value, name).toMatch(/^('?)\$\{SLUICE_[A-Z]+_PASSWORD:\?set a password of your own\}\1$/);
    expect(read('deploy/nats.conf')).toContain('password: $SLUICE_FEED_PASSWORD');
  });

  it('are named where each of them is explained', () => {
    for (const page of ['farm', 'feed', 'postgres']) expect(read(`docs/${page}.md`), page).toContain('deploy/servers.yaml');
  });
});

describe('the unit of systemd', () => {
  it('runs what the package installs, and keeps state where it may write', () => {
    const { bin } = JSON.parse(read('package.json')) as { readonly bin: Readonly<Record<string, string>> };
    expect(Object.keys(bin)).toEqual(['sluice']);
    expect(all('ExecStart')).toEqual([expect.stringMatching(/^\/opt\/sluice\/node_modules\/\.bin\/sluice run \S+ --live --plain$/)]);
    const [folder] = all('WorkingDirectory');
    expect(all('StateDirectory')).toEqual([folder!.slice('/var/lib/'.length)]);
    const places = all('Environment').flatMap((line) => line.split(' ').map((one) => one.split('=') as [string, string]));
    expect(places.map(([name]) => name)).toEqual(['SLUICE_STATE', 'SLUICE_ACCOUNTS']);
    expect(places.filter(([, path]) => !path.startsWith(`${folder}/`))).toEqual([]);
  });

  it('watches, and does not start again what would fail again', () => {
    expect([all('Type'), all('NotifyAccess'), all('Restart')]).toEqual([['notify'], ['all'], ['on-failure']]);
    expect(all('RestartPreventExitStatus')).toEqual(['2 4 9']);
    expect(Number.parseInt(all('WatchdogSec')[0]!, 10)).toBeGreaterThanOrEqual(30);
  });

  it('hands the credentials over under the names that its page says', () => {
    const given = all('LoadCredential').map((line) => line.split(':')[0]!);
    expect(given).toEqual(['exchange-key', 'exchange-secret']);
    const page = read('docs/deploy/systemd.md');
    for (const name of given) expect(page).toContain(`\${file:/run/credentials/sluice.service/${name}}`);
  });
});
