import { command } from '../command.ts';
import { sluiceVersion } from '../../settings/sluiceVersion.ts';

export const version = command({
  name: 'version',
  about: 'Show the versions of sluice and of Node',
  examples: ['version', 'version -o json'],
  async run(_input, shell) {
    const { printRecord } = await import('../print.ts');
    const facts = { sluice: sluiceVersion(), node: process.versions.node, platform: `${process.platform} ${process.arch}` };
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
