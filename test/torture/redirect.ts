import { Socket } from 'node:net';

/** Loaded before the program (`node --import`): what it sends to one port of this machine goes to another one, so that the same address has a line of its own. */
const [from, to] = (process.env['TORTURE_REDIRECT'] ?? '').split(':').map(Number);

const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const given = args[0] as { port?: number | string } | [{ port?: number | string }];
  const options = Array.isArray(given) ? given[0] : given;
  if (Number(options.port) === from) options.port = to!;
  return Reflect.apply<Socket, unknown[], Socket>(connect as never, this, args);
};
