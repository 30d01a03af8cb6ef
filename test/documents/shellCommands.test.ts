import { expect, it } from 'vitest';
import { shellCommands } from './shellCommands.ts';

it.each<[string, string[][]]>([
  ['a b # c\nd', [['a', 'b'], ['d']]],
  ['a && b || c | d; e &', [['a'], ['b'], ['c'], ['d'], ['e']]],
  ['a \\\n  --b', [['a', '--b']]],
  [`a 'b # c' "d $E"`, [['a', 'b # c', 'd $E']]],
  ['a >b 2>>c <d > e f', [['a', 'f']]],
  ['cat > p <<END\nno words\nEND\nb', [['cat'], ['b']]],
  [
    "X=$(a -o json | jq '.[0].id')",
    [
      ['a', '-o', 'json'],
      ['jq', '.[0].id'],
    ],
  ],
  ['X=1 a b', [['a', 'b']]],
  [
    'source <(a b)',
    [
      ['source', '$0'],
      ['a', 'b'],
    ],
  ],
  ['until a; do b 1; done', [['a'], ['b', '1']]],
  ['f() { a "${3:-}"; }', [['f'], ['a', '${3:-}']]],
  ['a ${B}/c', [['a', '${B}/c']]],
  ['a b#c', [['a', 'b#c']]],
])('reads %j', (script, commands) => {
  expect(shellCommands(script)).toEqual(commands);
});
