import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of a compose file, as far as ours use it. */
export interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly security_opt: readonly string[];
  readonly restart: string;
  readonly stop_signal?: NodeJS.Signals;
}

const VARIABLE = /\$(?:\$|\{(?<name>\w+)(?::(?<kind>[-?])(?<word>[^}]*))?\})/g;

/** The services of a file with its variables filled in as `docker compose` does. Throws for one that has to be set and is not. */
export function composeServices(file: string, env: Readonly<Record<string, string>>): Readonly<Record<string, ComposeService>> {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return filledIn(value, env);
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  const { services } = filled(parse(readFileSync(file, 'utf8'))) as { readonly services: Readonly<Record<string, ComposeService>> };
  return services;
}

function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (...match) => {
    const { name, kind, word = '' } = match.at(-1) as { readonly name?: string; readonly kind?: string; readonly word?: string };
    if (name === undefined) return '$';
    const value = env[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`required variable ${name} is missing a value: ${word}`);
    return value === '' && kind === '-' ? word : value;
  });
}
