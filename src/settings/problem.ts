/** Steps from the root of the file: names of keys, and indexes in lists. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with the configuration. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
  /** The place in the text. Absent when the value comes from the environment, or is missing altogether. */
  readonly offset?: number | undefined;
  /** Named instead of a place in the file, for instance `environment SLUICE_EXCHANGE_URL`. */
  readonly origin?: string | undefined;
  /** Whether the message is shown without a mask. */
  readonly isUnmasked?: boolean | undefined;
}

export function pathText(path: Path): string {
  return path.length === 0 ? '(whole file)' : path.join('.');
}
