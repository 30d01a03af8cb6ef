import type { Mutant } from './mutate.ts';

/** What a person's stops rest on, each taken away. */
export const STOP_MUTANTS: readonly Mutant[] = [
  {
    name: 'stops-end-with-the-process',
    about: 'A stop of a person holds over restarts until it is lifted.',
    under: { operator: 0.1, crash: 0.02 },
    changes: [
      {
        file: 'src/engine/savedStops.ts',
        from: 'const stops = readStops(text).filter(isSaved);',
        to: 'const stops = readStops(text).filter(() => false);',
      },
    ],
  },
  {
    name: 'symbols-are-never-stopped',
    about: 'A stop of one symbol holds for what is of that symbol.',
    under: { operator: 0.2 },
    changes: [
      {
        file: 'src/model/tradingStop.ts',
        from: "name === (of === 'strategy' ? strategy : symbol);",
        to: "(of === 'strategy' && name === strategy && symbol !== '');",
      },
    ],
  },
  {
    name: 'closing-forgets-conversions',
    about: 'What a conversion may have taken already is not sold once more to close a position.',
    under: { operator: 0.3, 'lost-answer': 0.2 },
    changes: [
      {
        file: 'src/engine/closing.ts',
        from: 'Math.abs(seat.positionLots) - convertedLots(seat, market, side, this.#state);',
        to: 'Math.abs(seat.positionLots) - 0 * convertedLots(seat, market, side, this.#state);',
      },
    ],
  },
  {
    name: 'what-is-open-sells-nothing',
    about: 'What may be sold while positions are to get smaller is less by all that is open and may be open.',
    under: { operator: 0.3, 'lost-answer': 0.2 },
    changes: [
      {
        file: 'src/engine/risk/stopped.ts',
        from: 'const sum = lots + lotsUnderway(seat, market, side, state, replaces);',
        to: 'const sum = lots + (lots < 0 ? lotsUnderway(seat, market, side, state, replaces) : 0);',
      },
    ],
  },
];
