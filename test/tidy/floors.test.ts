import { describe, expect, it } from 'vitest';
import { floorFaults, importCycles, strategyImportFaults, threadFaults, tradingFaults, webFaults } from './floors.ts';
import type { Source } from './source.ts';

const file = (path: string, ...imports: string[]): Source => ({
  path,
  text: imports.map((name) => `import type { X } from '${name}';`).join('\n'),
});

describe('floorFaults', () => {
  it('lets a folder import from itself and from lower floors', () => {
    expect(floorFaults([file('src/engine/desk.ts', './orders.ts', '../model/order.ts', '../base/clock.ts', 'zod')])).toEqual([]);
  });

  it.each([
    ['a higher floor', 'src/base/clock.ts', '../model/order.ts'],
    ['the same floor', 'src/engine/desk.ts', '../exchange/ladder.ts'],
    ['a file outside src', 'src/engine/desk.ts', '../../test/help.ts'],
    ['a folder without a floor', 'src/engine/desk.ts', '../utils/all.ts'],
  ])('refuses an import from %s, types too', (_name, path, target) => {
    expect(floorFaults([file(path, target)])).toEqual([expect.stringContaining('not on a lower floor')]);
  });

  it('refuses a folder that has no floor, and a file beside the folders', () => {
    expect(floorFaults([file('src/utils/all.ts'), file('src/index.ts')])).toHaveLength(2);
  });
});

describe('tradingFaults', () => {
  it('refuses an import of research by what trades, types too', () => {
    expect(tradingFaults([file('src/daemon/engineLoop.ts', '../research/warmingUp.ts')])).toEqual([
      expect.stringContaining('src/daemon/engineLoop.ts: imports src/research/warmingUp.ts'),
    ]);
  });

  it('lets the shadows and the work of the night know it, and everybody else lower floors', () => {
    const allowed = [
      file('src/daemon/shadow/shadowThread.ts', '../../research/shadow/bookMessage.ts'),
      file('src/daemon/nightWork.ts', '../research/parity/parityFiles.ts'),
      file('src/daemon/trader.ts', '../recording/warmingUp.ts'),
      file('src/control/runReads.ts', '../research/folderOf.ts'),
    ];
    expect(tradingFaults(allowed)).toEqual([]);
  });
});

describe('importCycles', () => {
  it('finds nothing in a tree, even one that meets again', () => {
    expect(importCycles([file('src/a/a.ts', './b.ts', './c.ts'), file('src/a/b.ts', './c.ts'), file('src/a/c.ts')])).toEqual([]);
  });

  it('tells a circle once, from its first file', () => {
    const faults = importCycles([file('src/a/b.ts', './c.ts'), file('src/a/c.ts', './a.ts'), file('src/a/a.ts', './b.ts')]);
    expect(faults).toEqual([expect.stringContaining('src/a/a.ts -> src/a/b.ts -> src/a/c.ts -> src/a/a.ts')]);
  });
});

describe('threadFaults', () => {
  const thread = (imports: string): Source => ({
    path: 'src/a/worker.ts',
    text: `import { workerData } from 'node:worker_threads';\n${imports}\nstart(workerData);`,
  });
  const store: Source = { path: 'src/b/store.ts', text: `import sqlite3 from 'sqlite3';` };
  const reader: Source = { path: 'src/b/reader.ts', text: `import { open } from './store.ts';` };

  it('finds a thread that loads sqlite, however far away', () => {
    expect(threadFaults([thread(`import { read } from '../b/reader.ts';`), reader, store])).toEqual([
      expect.stringContaining('src/a/worker.ts -> src/b/reader.ts -> src/b/store.ts: a thread that loads sqlite'),
    ]);
  });

  it('lets a thread know its types, and everybody else load it', () => {
    expect(threadFaults([thread(`import type { Store } from '../b/store.ts';`), reader, store])).toEqual([]);
  });
});

describe('strategyImportFaults', () => {
  it('lets a strategy import the kit', () => {
    expect(strategyImportFaults([file('strategies/maker.ts', '#kit')])).toEqual([]);
  });

  it.each(['../src/model/order.ts', 'rxjs', 'node:fs'])('refuses %s', (name) => {
    expect(strategyImportFaults([file('strategies/maker.ts', name)])).toEqual([expect.stringContaining(`imports ${name}`)]);
  });
});

describe('webFaults', () => {
  it('lets the page import its own lower floors and the contract', () => {
    const imports = ['./Badge.tsx', '../pure/ages.ts', '../live/now.ts', '../../src/control/contract/controlRows.ts', 'preact'];
    expect(webFaults([file('web/parts/Bar.tsx', ...imports), file('web/main.tsx', './parts/App.tsx', './live/line.ts')])).toEqual([]);
  });

  it('refuses anything else of the daemon, types too, and a higher floor of the page', () => {
    expect(webFaults([file('web/pure/status.ts', '../../src/daemon/status.ts')])).toEqual([expect.stringContaining('the page knows')]);
    expect(webFaults([file('web/live/told.ts', '../parts/Bar.tsx')])).toEqual([expect.stringContaining('higher floor')]);
  });
});
