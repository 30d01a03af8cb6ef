/** The options of `npm run torture`, for `parseArgs`. */
export const OPTIONS = {
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '0.05' },
    images: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    executions: { type: 'string', default: '100000000' },
    target: { type: 'string', default: '' },
    execution: { type: 'string' },
    movements: { type: 'string', default: '10000' },
    pairs: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '5' },
    unknown: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100000000' },
    workers: { type: 'string', default: '200' },
    trials: { type: 'string', default: '256' },
    naive: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
} as const;
