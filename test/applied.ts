/** A piece of source text in a file of the project, and what stands in its place in a copy. */
export interface Change {
  /** Below the project's folder. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** The text of a file with its changes made. Throws where one does not fit, because the file was written anew since. */
export function applied(source: string, changes: readonly Change[]): string {
  return changes.reduce((text, { file, from, to }) => {
    const count = text.split(from).length - 1;
    if (count !== 1)
      throw new Error(`${file}: this text must stand there once and was found ${count} times; say what it looks like now:\n${from}`);
    return text.replace(from, () => to);
  }, source);
}
