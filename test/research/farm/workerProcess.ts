import { testWorker } from './testFarm.ts';

/** A worker with one thread, in a process of its own that is killed some time: `node workerProcess.ts REDIS FOLDER`. */
const [url, folder] = process.argv.slice(2);
await testWorker(url!, folder!, 1);
