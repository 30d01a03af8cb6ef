/** What a strategy may take from the language: it computes, and gives the same result at any time and place. */
export const PURE_GLOBALS: ReadonlySet<string> = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'Object',
  'Array',
  'Boolean',
  'Number',
  'BigInt',
  'String',
  'Symbol',
  'RegExp',
  'JSON',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Iterator',
  'Proxy',
  'Reflect',
  'ArrayBuffer',
  'DataView',
  'structuredClone',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
]);

interface ForbiddenGlobal {
  readonly problem: string;
  readonly instead: string;
  readonly isOutside: boolean;
}

interface Group {
  readonly names: readonly string[];
  readonly what: string;
  readonly instead: string;
  readonly isOutside?: true;
}

const FROM_OUTSIDE = 'a strategy decides by its events alone; give it what it needs as a parameter';

const GROUPS: readonly Group[] = [
  { names: ['performance', 'Temporal'], what: "reads the machine's clock", instead: 'the time of the event is ctx.now, in milliseconds' },
  {
    names: ['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto'],
    what: 'is chance that no second run has',
    instead: 'take it from ctx.random: next(), int(below), normal()',
  },
  {
    names: [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'clearTimeout',
      'clearInterval',
      'clearImmediate',
      'queueMicrotask',
      'scheduler',
      'AbortSignal',
      'AbortController',
    ],
    what: 'sets a timer, and no event is about it',
    instead: 'compare ctx.now in onTimer, which is called about once a second',
  },
  { names: ['Promise'], what: 'waits, and a strategy can wait for nothing', instead: 'ask again in a later event' },
  {
    names: [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'FormData',
      'WebSocket',
      'EventSource',
      'XMLHttpRequest',
      'navigator',
      'BroadcastChannel',
      'MessageChannel',
      'MessagePort',
    ],
    what: 'reaches the network',
    instead: FROM_OUTSIDE,
    isOutside: true,
  },
  {
    names: ['process', 'Worker', 'require', 'module', 'exports', '__dirname', '__filename', 'WebAssembly', 'SharedArrayBuffer', 'Atomics'],
    what: 'reaches the process and its environment',
    instead: FROM_OUTSIDE,
    isOutside: true,
  },
  {
    names: ['localStorage', 'sessionStorage', 'Buffer', 'Blob', 'File'],
    what: 'reaches files and memory of the process',
    instead: FROM_OUTSIDE,
    isOutside: true,
  },
  { names: ['console'], what: "writes to the program's output", instead: 'write ctx.log(message)' },
  { names: ['eval', 'Function'], what: 'makes code that nobody has checked', instead: 'write the code out', isOutside: true },
  { names: ['globalThis', 'global', 'self', 'window'], what: 'reaches everything', instead: 'name the thing itself', isOutside: true },
  { names: ['Intl'], what: 'goes by the language and the time zone of the machine', instead: 'write isoOf(ctx.now), or toFixed' },
  {
    names: ['WeakRef', 'FinalizationRegistry', 'gc'],
    what: 'tells when memory is freed, which no second run repeats',
    instead: 'keep the thing itself',
  },
];

/** Why a name of the world may not be used. One that is in no list is most likely misspelt. */
export function forbiddenGlobal(name: string): ForbiddenGlobal {
  const group = GROUPS.find(({ names }) => names.includes(name));
  if (group === undefined) return { problem: `nothing is called ${name} here`, instead: 'declare it, or import it', isOutside: false };
  return { problem: `${name} ${group.what}`, instead: group.instead, isOutside: group.isOutside === true };
}
