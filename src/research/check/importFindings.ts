import { isBuiltin } from 'node:module';
import type { ImportDeclaration } from 'acorn';
import { type CodeFinding, findingAt } from './codeFinding.ts';
import { importsOf, isRelative, type ModuleImport, type StrategyModule } from './strategyModule.ts';

const KIT: ReadonlySet<string> = new Set(['sluice', '#kit']);
/** For the stream form. */
const STREAMS: ReadonlySet<string> = new Set(['rxjs', 'rxjs/operators']);
const ALLOWED = 'a strategy may import sluice, rxjs and its own files by a relative path (./helper.ts)';

/** What each module of Node reaches. */
const REACHES: readonly (readonly [what: string, modules: readonly string[]])[] = [
  ['files', ['fs', 'sqlite', 'path']],
  ['the network', ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns', 'quic']],
  ['processes and the environment', ['child_process', 'cluster', 'worker_threads', 'process', 'os', 'module', 'vm', 'wasi']],
  ['the clock', ['perf_hooks']],
  ['timers', ['timers']],
  ['chance', ['crypto']],
];

/** What RxJS takes from the machine's clock and timers. */
const TIMED_STREAMS: ReadonlySet<string> = new Set([
  'interval',
  'timer',
  'delay',
  'debounceTime',
  'throttleTime',
  'auditTime',
  'sampleTime',
  'bufferTime',
  'windowTime',
  'timeout',
  'timeoutWith',
  'timestamp',
  'timeInterval',
  'asyncScheduler',
  'asapScheduler',
  'animationFrameScheduler',
  'animationFrames',
  'async',
]);

/** Imports that a strategy may not have. `allowed`: packages that the person has read and takes as they are. */
export function importFindings(module: StrategyModule, allowed: readonly string[]): CodeFinding[] {
  const dynamic = module.tree.nodes
    .filter(({ type }) => type === 'ImportExpression')
    .map((node) => findingAt(module, node, 'import() loads code while the strategy runs', 'import it at the top of the file', true));
  const named = importsOf(module).filter(({ node }) => node.type !== 'ImportExpression');
  return [...dynamic, ...named.flatMap((found) => findingsOf(module, found, allowed))];
}

function findingsOf(module: StrategyModule, { node, name }: ModuleImport, allowed: readonly string[]): CodeFinding[] {
  if (KIT.has(name) || isRelative(name)) return [];
  if (STREAMS.has(name)) return node.type === 'ImportDeclaration' ? timedStreams(module, node) : [];
  if (isBuiltin(name)) return [findingAt(module, node, `it imports ${name}, which reaches ${reached(name)}`, ALLOWED, true)];
  const isPackage = !name.startsWith('/') && !name.includes(':');
  if (isPackage && allowed.includes(packageOf(name))) return [];
  const instead = isPackage ? `${ALLOWED}; --allow ${packageOf(name)} takes a package as it is, once you have read it` : ALLOWED;
  return [findingAt(module, node, `it imports ${name}, which is not checked`, instead, true)];
}

function timedStreams(module: StrategyModule, { specifiers }: ImportDeclaration): CodeFinding[] {
  return specifiers.flatMap((specifier) => {
    const { imported } = specifier.type === 'ImportSpecifier' ? specifier : { imported: undefined };
    if (imported?.type !== 'Identifier' || !TIMED_STREAMS.has(imported.name)) return [];
    const problem = `${imported.name} of rxjs goes by the machine's clock`;
    return [findingAt(module, specifier, problem, 'go by timer$ and by the time in what it gives')];
  });
}

function reached(name: string): string {
  const plain = name.startsWith('node:') ? name.slice('node:'.length) : name;
  const found = REACHES.find(([, modules]) => modules.includes(plain.split('/', 1)[0]!));
  return found?.[0] ?? 'the machine';
}

/** `@a/b/c` is of the package `@a/b`. */
function packageOf(name: string): string {
  const parts = name.split('/');
  return parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
}
