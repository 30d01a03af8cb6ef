#!/usr/bin/env -S node --max-semi-space-size=4
// The flag bounds what V8 sets aside for young objects: a daemon that polls 200 books needs 40 MB less and is no slower.
//
// This file also parses and runs on older Nodes, so that they get an explanation, or the Node that the checkout brings along.

const LEAST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) {
  const { existsSync } = await import('node:fs');
  const { enableCompileCache } = await import('node:module');
  const { fileURLToPath } = await import('node:url');
  // From the second start on the sources are not parsed again: it takes less time and less memory. Within the package, since
  // whoever can write to the cache decides what this program does.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url)));
  // A checkout has the sources. The installed package has what they were compiled to, since Node strips no types there.
  const sources = new URL('../src/cli/main.ts', import.meta.url);
  const program = existsSync(sources) ? sources : new URL('../dist/src/cli/main.js', import.meta.url);
  const { main } = /** @type {typeof import('../src/cli/main.ts')} */ (await import(program.href));
  process.exitCode = await main(process.argv.slice(2));
} else {
  await runWithNewerNode();
}

async function runWithNewerNode() {
  const { spawn } = await import('node:child_process');
  const { existsSync } = await import('node:fs');
  const { fileURLToPath } = await import('node:url');
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `error: sluice needs Node ${LEAST_NODE} or newer; this is ${process.versions.node}\n  now: nothing was done\n   do: install a newer Node, or run \`npm ci\` in the checkout, which brings one\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    // A signal that can't be passed on, as SIGKILL, ends us alone: the child sees that its parent is another one, and ends in order.
    env: { ...process.env, SLUICE_LAUNCHER: String(process.pid) },
  });
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C on a terminal reaches the child by itself; passing it on too would count as a second one.
    process.on(signal, () => (signal === 'SIGINT' && onTerminal ? undefined : child.kill(signal)));
  }
  process.on('SIGUSR2', () => child.kill('SIGUSR2'));
  const { constants } = await import('node:os');
  // npm runs us under a shell that passes no signal on: when it is gone, so is whoever started us.
  const parent = process.ppid;
  const watch = process.env.npm_command ? setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250) : undefined;
  process.exitCode = await new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`error: ${node} does not start: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  clearInterval(watch);
}
