import { readFileSync } from 'node:fs';
import { command } from '../command.ts';

export const version = command({
  name: 'version',
  about: 'Show the versions of sluice and of Node',
  examples: ['version', 'version -o json'],
  async run(_input, shell) {
    const { printRecord } = await import('../print.ts');
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
    const facts = { sluice: manifest.version, node: process.versions.node, platform: `${process.platform} ${process.arch}` };
    printRecord(
      shell,
      [
        { key: 'sluice', value: (row) => row.sluice },
        { key: 'node', value: (row) => row.node },
        { key: 'platform', value: (row) => row.platform },
      ],
      facts,
    );
  },
});
