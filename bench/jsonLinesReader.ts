import { readJsonLines } from './jsonLines.ts';

/** The process that `command` compares with. It reads a file of books and prints their checksum. */
console.log(readJsonLines(process.argv[2]!).text);
