import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { METRIC_ROWS } from '../metrics/metricsPage.ts';
import { readSources } from '../tidy/source.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (path: string): string => readFileSync(`${FOLDER}${path}`, 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const { panels } = JSON.parse(read('grafana/dashboards/sluice.json')) as { readonly panels: readonly Panel[] };
const { groups } = parse(read('prometheus/alerts.yml')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap(({ rules: some }) => some);
const expressions = [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...rules.map(({ expr }) => expr)];

/** Names and labels that are ours; those of the process and of Prometheus itself are not checked here. */
function unknownIn(expression: string): string[] {
  return [...expression.matchAll(/\bsluice_[a-z_]+/g)].flatMap(([name]) => {
    const row = METRIC_ROWS.find((one) => [one.name, `${one.name}_bucket`, `${one.name}_count`, `${one.name}_sum`].includes(name));
    if (row === undefined) return [name];
    const selected = expression.slice(expression.indexOf(name) + name.length).match(/^\{([^}]*)\}/)?.[1] ?? '';
    return [...selected.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map((match) => match[1]!).filter((label) => !row.labels.includes(label));
  });
}

describe('dashboard and alerts', () => {
  it('ask only for figures and labels that the daemon shows', () => {
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
    expect(unknownIn('rate(sluice_nonsense[5m])')).toEqual(['sluice_nonsense']);
    expect(unknownIn('sluice_stops{strategy="a"}')).toEqual(['strategy']);
  });

  it('begin with the three questions: alive, at risk, waiting for me', () => {
    const titles = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(['Is it alive?', 'What is at risk?', 'What waits for me?']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('say of each alert how bad it is, what happened, and a command that exists', () => {
    const names = commands.map(({ name }) => name);
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning'], alert).toContain(labels['severity']);
      expect(annotations['summary'], alert).toMatch(/\.$/);
      const named = [...annotations['do']!.matchAll(/\bsluice ([a-z]+(?: [a-z]+)?)/g)].map((match) => match[1]!);
      expect(
        named.filter((words) => !names.includes(words) && !names.includes(words.split(' ')[0]!)),
        alert,
      ).toEqual([]);
    }
  });

  it('have a panel or an alert for each figure that waits for a person', () => {
    const asked = expressions.join('\n');
    const waiting = [
      'sluice_unresolved',
      'sluice_unresolved_transfers',
      'sluice_frozen_lanes',
      'sluice_ledger_unexplained',
      'sluice_stops',
    ];
    expect(waiting.filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('are YAML without doubles, and read one another where they say', () => {
    const files = readSources(FOLDER).filter(({ path }) => /\.ya?ml$/.test(path));
    expect(files.length).toBeGreaterThan(4);
    for (const { path, text } of files) expect(() => parse(text, { uniqueKeys: true }) as unknown, path).not.toThrow();
    const [source] = (parse(read('grafana/provisioning/datasources/prometheus.yml')) as { datasources: { uid: string }[] }).datasources;
    expect(read('grafana/dashboards/sluice.json').match(/"uid": "sluice-prometheus"/g)!.length).toBeGreaterThan(40);
    expect(source!.uid).toBe('sluice-prometheus');
  });
});
