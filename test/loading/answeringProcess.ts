import { existsSync, writeFileSync } from 'node:fs';
import { answerParent } from '../../src/loading/answerParent.ts';

/** What the process of workerProcess.long.test.ts is told to do. */
export type Told =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'environment' | 'crash' | 'fill' }
  /** It is busy for as long as the file is there. */
  | { readonly kind: 'loop'; readonly begun: string };

answerParent(async (told: Told): Promise<unknown> => {
  await Promise.resolve();
  switch (told.kind) {
    case 'answer':
      return { told: told.value, pid: process.pid };
    case 'environment':
      return Object.keys(process.env);
    case 'crash':
      return process.abort();
    case 'fill':
      return filled();
    case 'loop':
      writeFileSync(told.begun, String(process.pid));
      while (existsSync(told.begun));
      return told.begun;
  }
});

function filled(): never {
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 1000 }, () => ({})));
}
