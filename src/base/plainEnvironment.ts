type Environment = Readonly<Record<string, string | undefined>>;

/** What any program needs of the environment: where things are, and the language. No key or secret has such a name. */
export function plainEnvironment(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PLAIN.test(name)));
}

const PLAIN = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|SYSTEMROOT|APPDATA|LOCALAPPDATA)$/i;
