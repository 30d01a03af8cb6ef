const rest = new Set<() => void>();

/** Clears something away when this process comes to its end, the newest first; it can't wait for anything then. Answers what takes that back. */
export function atEnd(clear: () => void): () => void {
  if (rest.size === 0) process.once('exit', clearAll);
  rest.add(clear);
  return () => void rest.delete(clear);
}

/** A signal to this process alone, and not to its group, ends in order what it has started. */
export function endOnSignal(): void {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
}

function clearAll(): void {
  for (const clear of [...rest].reverse()) {
    try {
      clear();
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
    }
  }
}
