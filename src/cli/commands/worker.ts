import { counted } from '../../base/counted.ts';
import { command, option, requiredOption } from '../command.ts';
import { say } from '../shell.ts';
import { bytesValue, durationValue, textValue, wholeValue } from '../values.ts';

export const worker = command({
  name: 'worker',
  about: 'Make trials of sweeps that were started with --queue, on this machine, until it is stopped',
  options: {
    queue: requiredOption('--queue <url>', 'the Redis that the machines share, like redis://10.0.0.5:6379', textValue),
    threads: option('--threads <number>', 'trials at a time (else one for each core)', wholeValue(1, 256)),
    code: option('--code <dir>', "where the strategies' files are that a sweep names by a path (else this folder)", textValue),
    data: option('--data <dir>', 'a folder of recordings that the machines share', textValue),
    cache: option('--cache <dir>', 'where recordings are kept (else farm-cache in the state directory)', textValue),
    cacheSize: option('--cache-size <size>', 'how much it may hold, like 500MiB or 20GiB', bytesValue, 20 * 2 ** 30),
    grace: option('--grace <duration>', 'how long it works on after it was told to stop', durationValue, 30_000),
  },
  examples: [
    'worker --queue redis://10.0.0.5:6379',
    'worker --queue redis://10.0.0.5:6379 --threads 4 --code ./strategies --data /srv/market',
  ],
  async run({ options }, shell) {
    const { farmWorkerRun } = await import('../farmWorkerRun.ts');
    const { keepHeapSmall } = await import('../smallHeap.ts');
    keepHeapSmall();
    const { trials, cpuMs } = await farmWorkerRun(shell, options);
    say(shell, `stopped: ${counted(trials, 'run')} made in ${(cpuMs / 1000).toFixed(1)} s of processor time`);
  },
});
