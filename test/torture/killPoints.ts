import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import sqlite3 from 'sqlite3';

/**
 * Loaded before the program (`node --import`): it ends the process as `kill -9` does at a numbered point. Points are each statement of
 * the database, before it and after it; each write to a file that is not waited for; and each write to a socket, before it and
 * after it. Payments have numbers of their own: with `TORTURE_KILL_AT_PAYMENT` the process ends when so many have left, before the answer of
 * the last one can be read. `TORTURE_PAYMENTS` is how the first line of such a request begins.
 */
let left = Number(process.env['TORTURE_KILL_AT'] ?? Infinity);
let payments = Number(process.env['TORTURE_KILL_AT_PAYMENT'] ?? Infinity);
const payment = new RegExp(process.env['TORTURE_PAYMENTS'] ?? '$^');

function point(): void {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
}

/** The whole of a request is written at once, and the system has it when the write is back. */
function sent(bytes: unknown): void {
  if (Buffer.isBuffer(bytes) && payment.test(bytes.toString('latin1')) && --payments === 0) process.kill(process.pid, 'SIGKILL');
}

const { run } = sqlite3.Statement.prototype;
sqlite3.Statement.prototype.run = function (this: sqlite3.Statement, ...args: unknown[]) {
  point();
  const done = args.at(-1);
  if (typeof done === 'function') {
    args[args.length - 1] = function (this: unknown, ...results: unknown[]): void {
      point();
      Reflect.apply(done, this, results);
    };
  }
  return Reflect.apply<sqlite3.Statement, unknown[], sqlite3.Statement>(run as never, this, args);
};

const { writeSync } = fs;
fs.writeSync = (...args: unknown[]): number => {
  point();
  const written = Reflect.apply(writeSync, fs, args) as number;
  point();
  return written;
};
syncBuiltinESMExports();

const { write } = Socket.prototype;
Socket.prototype.write = function (this: Socket, ...args: unknown[]): boolean {
  point();
  const isFlushed = Reflect.apply(write, this, args) as boolean;
  point();
  sent(args[0]);
  return isFlushed;
};
