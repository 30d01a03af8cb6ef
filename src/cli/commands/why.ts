import type { StoryRow } from '../../daemon/story/storyRows.ts';
import type { Column } from '../column.ts';
import { argument, command, flag } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const why = command({
  name: 'why',
  about:
    'Tell how an order, a conversion or a transfer came about and what became of it: book, signal, decision, checks, journal, answers, fills',
  args: {
    id: argument(
      'id',
      'of an order, a fill, a conversion, an intent, a deal of `convert best`, a stop, bracket or worked order, or a correction of a position',
      textValue,
    ),
  },
  options: { quick: flag('--quick', 'do not run the strategies again; what they logged and plotted is left out') },
  examples: [
    'why 01KAFWQ9Z3V5W2M8RTX1J6B0CD',
    'why 7f1c2e44-0a6b-4a53-9d2b-5a7f5a0e9b11 --quick',
    'why 01KAFWQ9Z3V5W2M8RTX1J6B0CD -o json',
  ],
  async run({ args: { id }, options: { quick } }, shell) {
    const { tellStory } = await import('../../daemon/story/tellStory.ts');
    const { agreedEngine } = await import('../agreedEngine.ts');
    const { settingsOf } = await import('../configFile.ts');
    const { storePlaces } = await import('../inEachStore.ts');
    const { printRows } = await import('../print.ts');
    const { progressLine } = await import('../progressLine.ts');
    const { stateOf } = await import('../stateOf.ts');
    const own = await settingsOf(shell);
    const place = { databases: await storePlaces(shell), state: stateOf(shell, own) };
    const rows = await tellStory(id, place, {
      say: (text) => say(shell, text),
      engineOf: quick ? undefined : (folder) => agreedEngine(shell, folder, { own }),
      reading: () => progressLine(shell, 'event'),
    });
    printRows(shell, columns, rows);
  },
});

const columns: readonly Column<StoryRow>[] = [
  { key: 'at', title: 'TIME', kind: 'time', value: (row) => row.at },
  { key: 'step', value: (row) => row.step },
  { key: 'detail', value: (row) => row.detail },
  { key: 'source', value: (row) => row.source },
];
