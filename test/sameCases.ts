import fc from 'fast-check';

/** Properties try the same cases in every run, so that a run that fails says something of the change. Another seed draws others. */
fc.configureGlobal({ seed: Number(process.env.SLUICE_TEST_SEED ?? 20_261_122) });
