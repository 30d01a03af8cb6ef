import { describe, expect, it } from 'vitest';
import { decisionFaults, linkFaults, namedTestFaults, titleFaults, yamlFaults } from './documents.ts';

describe('titleFaults', () => {
  const faults = (text: string): string[] => titleFaults([{ path: 'docs/a.md', text }]);

  it('takes one title, and comments in code that look like one', () => {
    expect(faults('# A\n\n## B\n\n```sh\n# not a title\n```\n')).toEqual([]);
  });

  it.each(['no title', '# A\n\n# B', 'words\n\n# A', '```\n# A\n```'])('refuses %j', (text) => {
    expect(faults(text)).toHaveLength(1);
  });
});

describe('linkFaults', () => {
  const readme = { path: 'README.md', text: '# S\n[a](docs/a.md) [web](https://example.com) [here](#part) [code](src/) `[x](gone.md)`' };
  const code = { path: 'src/a/a.ts', text: '' };

  it('takes documents that are reached step by step', () => {
    const documents = [
      { path: 'docs/a.md', text: '# A\n[b](./deep/b.md#part) [code](../src/a/a.ts)' },
      { path: 'docs/deep/b.md', text: '# B' },
    ];
    expect(linkFaults([readme, code, ...documents])).toEqual([]);
  });

  it('refuses a document without a way to it, and a link to nowhere', () => {
    const documents = [
      { path: 'docs/a.md', text: '# A\n[gone](gone.md)' },
      { path: 'docs/lost.md', text: '# Lost' },
    ];
    expect(linkFaults([readme, code, ...documents])).toEqual([
      expect.stringContaining('docs/lost.md: no way leads there'),
      expect.stringContaining('docs/a.md: links to docs/gone.md'),
    ]);
  });
});

describe('namedTestFaults', () => {
  const tests = {
    path: 'test/a.test.ts',
    text: "test('one thing', () => {});\nit('\"two\" things', () => {});\nit('it\\'s three', () => {});",
  };
  const faults = (title: string, file = 'test/a.test.ts'): string[] =>
    namedTestFaults([tests, { path: 'docs/a.md', text: `# A\n| it holds | \`${file}\`: “${title}” |` }]);

  it.each(['one thing', '"two" things', "it's three"])('takes a test that exists: %s', (title) => {
    expect(faults(title)).toEqual([]);
  });

  it('refuses one that does not, a part of a title, and one of another file', () => {
    for (const found of [faults('four'), faults('one'), faults('one thing', 'test/b.test.ts')]) {
      expect(found).toEqual([expect.stringContaining('docs/a.md: names the test')]);
    }
  });
});

describe('decisionFaults', () => {
  const named = (...names: string[]): string[] => decisionFaults(names.map((name) => ({ path: `docs/decisions/${name}`, text: '' })));

  it('takes numbered titles and an index', () => {
    expect(named('README.md', '0001-one-inbox.md', '0002-sqlite.md')).toEqual([]);
  });

  it('refuses another name, and a number twice', () => {
    expect(named('one-inbox.md')).toHaveLength(1);
    expect(named('0001-One_Inbox.md')).toHaveLength(1);
    expect(named('0001-a.md', '0001-b.md')).toEqual([expect.stringContaining('two decisions')]);
  });
});

describe('yamlFaults', () => {
  const faults = (text: string): string[] => yamlFaults([{ path: 'config/demo.yaml', text }]);

  it('takes what parses', () => {
    expect(faults('a: 1\nb: [x, y]\n')).toEqual([]);
  });

  it.each(['a: [1', 'a: 1\na: 2', 'a: "open', '\ta: 1', 'a: !secret x'])('refuses %j', (text) => {
    expect(faults(text)).not.toEqual([]);
  });
});
