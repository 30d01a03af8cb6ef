import { testWorker } from './testFarm.ts';

/** A worker with one thread, in a process of its own: `node workerProcess.ts REDIS FOLDER [STRATEGIES]`. SIGTERM ends it after what it is at. */
const [url, folder, directory = folder!] = process.argv.slice(2);
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const worker = await testWorker(url!, folder!, 1, { tell, directory, name: `here:${process.pid}` });
tell(`worker ${process.pid}: begun`);
process.once('SIGTERM', () => void worker.stop());
