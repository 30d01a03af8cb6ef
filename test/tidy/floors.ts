import { fileImportsOf, importsOf } from './imports.ts';
import { type Source, srcFolderOf, within } from './source.ts';

/** The floors of the house. A folder imports, types included, only from folders on lower floors. */
export const FLOORS: Readonly<Record<string, number>> = {
  base: 0,
  model: 1,
  contract: 2,
  addresses: 2,
  market: 2,
  ledger: 2,
  policy: 2,
  engine: 3,
  exchange: 3,
  client: 3,
  settings: 3,
  recording: 4,
  store: 4,
  simulator: 4,
  gateway: 4,
  loading: 4,
  feed: 5,
  session: 5,
  treasury: 5,
  research: 6,
  daemon: 7,
  backup: 8,
  control: 8,
  metrics: 8,
  doctor: 9,
  probe: 9,
  messages: 9,
  cli: 10,
};

/** Imports that go up, sideways or out of `src/`. */
export function floorFaults(sources: readonly Source[]): string[] {
  return within(sources, 'src/', '.ts').flatMap((source) => {
    const folder = srcFolderOf(source.path);
    const floor = folder === undefined ? undefined : FLOORS[folder];
    if (floor === undefined) return [`${source.path}: lies on no floor; move it into a folder of FLOORS, or give its folder a floor there`];
    return fileImportsOf(source).flatMap((target) => {
      const other = srcFolderOf(target);
      if (other === folder) return [];
      const otherFloor = other === undefined ? undefined : FLOORS[other];
      if (otherFloor !== undefined && otherFloor < floor) return [];
      return [`${source.path}: imports ${target}, which is not on a lower floor; move the shared noun down, or hand it in as a port`];
    });
  });
}

/** Files of the daemon that may know research: a shadow is a trial, and of a day that is over the report is looked for. */
const KNOWS_RESEARCH = /^src\/daemon\/(?:shadow\/|nightWork\.ts$)/;

/** Imports of research by what trades. */
export function tradingFaults(sources: readonly Source[]): string[] {
  return within(sources, 'src/daemon/', '.ts')
    .filter(({ path }) => !KNOWS_RESEARCH.test(path))
    .flatMap((source) =>
      fileImportsOf(source)
        .filter((target) => target.startsWith('src/research/'))
        .map((target) => `${source.path}: imports ${target}; move what trading needs of it to a lower floor`),
    );
}

/** Circles between files, each reported once, from its first file in the alphabet. */
export function importCycles(sources: readonly Source[]): string[] {
  const graph = new Map(
    [...within(sources, 'src/', '.ts'), ...within(sources, 'web/', '.ts', '.tsx')].map((source) => [source.path, fileImportsOf(source)]),
  );
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const faults = new Set<string>();
  const visit = (path: string): void => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      const circle = trail.slice(trail.indexOf(path));
      const first = circle.indexOf(circle.toSorted()[0]!);
      const ordered = [...circle.slice(first), ...circle.slice(0, first)];
      faults.add(`${[...ordered, ordered[0]].join(' -> ')}: a circle; move what both need into a file of its own`);
      return;
    }
    state.set(path, 'open');
    trail.push(path);
    for (const target of graph.get(path)!) visit(target);
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path);
  return [...faults];
}

/**
 * Files of threads that load sqlite. A thread that ends, or has no memory left, while sqlite works for it ends the whole program; a worker
 * process does not (src/loading/workerProcess.ts).
 */
export function threadFaults(sources: readonly Source[]): string[] {
  const files = new Map(within(sources, 'src/', '.ts').map((source) => [source.path, withoutTypes(source)]));
  const wayTo = (path: string, seen: Set<string>): string[] | undefined => {
    const source = files.get(path);
    if (source === undefined || seen.has(path)) return undefined;
    seen.add(path);
    if (importsOf(source).includes('sqlite3')) return [path];
    for (const target of fileImportsOf(source)) {
      const way = wayTo(target, seen);
      if (way !== undefined) return [path, ...way];
    }
    return undefined;
  };
  return [...files.values()]
    .filter(({ text }) => /\bworkerData\b[^;]*from 'node:worker_threads'/.test(text))
    .flatMap(({ path }) => {
      const way = wayTo(path, new Set());
      return way === undefined ? [] : [`${way.join(' -> ')}: a thread that loads sqlite; let a worker process do it`];
    });
}

function withoutTypes({ path, text }: Source): Source {
  return { path, text: text.replaceAll(/^(?:import|export) type [^;]*;$/gm, '') };
}

/** A bundled strategy is written like a user's own file: it imports the kit and nothing else. */
export function strategyImportFaults(sources: readonly Source[]): string[] {
  return within(sources, 'strategies/', '.ts').flatMap((source) =>
    importsOf(source)
      .filter((name) => name !== '#kit')
      .map((name) => `${source.path}: imports ${name}; a strategy imports only #kit, so offer it there or do without`),
  );
}

/** The floors of the page: a folder imports only from itself and from those before it. */
const WEB_FLOORS = ['pure', 'live', 'parts', 'pages'];

/** The page is a client of the control interface: of the daemon it knows that interface's contract and nothing else. */
export function webFaults(sources: readonly Source[]): string[] {
  return within(sources, 'web/', '.ts', '.tsx').flatMap((source) => {
    const floor = webFloorOf(source.path);
    return fileImportsOf(source).flatMap((target) => {
      if (target.startsWith('src/control/contract/')) return [];
      if (!target.startsWith('web/')) return [`${source.path}: imports ${target}; the page knows of the daemon only src/control/contract/`];
      if (floor === undefined || (webFloorOf(target) ?? Infinity) <= floor) return [];
      return [`${source.path}: imports ${target}, which is on a higher floor of the page; hand it in, or move what both need down`];
    });
  });
}

function webFloorOf(path: string): number | undefined {
  const floor = WEB_FLOORS.indexOf(path.split('/')[1]!);
  return floor < 0 ? undefined : floor;
}
