/**
 * Runs inside the empty network namespace: brings loopback up, forwards 127.0.0.1:4750 to the egress proxy's
 * unix socket, and runs Chromium. Playwright's pipe (fd 3 and 4) goes to Chromium alone: a second holder would
 * keep it open after one side has gone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { PROXY_PORT_INSIDE } from './isolation.ts';

const { LAUNCHER_CHROMIUM: chromium = '', LAUNCHER_SOCKET: socketPath = '' } = process.env;

if (spawnSync('ip', ['link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status !== 0) {
  throw new Error('loopback could not be brought up in the network namespace');
}

const forwarder = createServer((inside) => {
  const outside = connect(socketPath);
  inside.pipe(outside).pipe(inside);
  inside.on('error', () => outside.destroy());
  outside.on('error', () => inside.destroy());
});

forwarder.listen(PROXY_PORT_INSIDE, '127.0.0.1', () => {
  const browser = spawn(chromium, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit', 3, 4] });
  closeSync(3);
  closeSync(4);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => browser.kill(signal));
  browser.once('error', () => process.exit(127));
  browser.once('exit', (code) => process.exit(code ?? 1));
});
