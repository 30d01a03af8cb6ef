/** Steps from the root of the file: names of keys, and indexes in lists. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with the configuration. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
  /** Where in the text; absent when the value comes from the environment or from nowhere. */
  readonly offset?: number | undefined;
  /** Named instead of a place in the file, e.g. `environment SLUICE_EXCHANGE_URL`. */
  readonly origin?: string | undefined;
  /** Nothing of the message is masked. */
  readonly isUnmasked?: boolean | undefined;
}

export function pathText(path: Path): string {
  return path.length === 0 ? '(whole file)' : path.join('.');
}
